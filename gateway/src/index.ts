export { Config } from './config';
export { start, warningsOf } from './start';
