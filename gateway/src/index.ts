export { Config } from './config';
export { examine } from './examine';
export { start, warningsOf } from './start';
