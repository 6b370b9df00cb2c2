export { Config } from './config';
export { start } from './start';
