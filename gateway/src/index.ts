export { Config } from './config';
export { start, warningsOf, type RunningGateway } from './start';
