export { Config } from './config';
export { start } from './start';
export { subscriptions } from './subscriptions';
export { auditJournal } from './audit/journal';
