export { Config } from './config';
export { start, type RunningGateway } from './start';
