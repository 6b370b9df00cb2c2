export { Config } from './config';
export { schema } from './database';
export { examine } from './operator/examine';
export { start } from './start';
