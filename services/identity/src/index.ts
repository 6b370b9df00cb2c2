export { Config } from './config';
export { start } from './start';
export { subscriptions } from './subscriptions';
export { auditJournal } from './audit/journal';
export { schema } from './database';
export * as operator from './operator';
