export { Config } from './config';
export { start } from './start';
export { subscriptionsOf } from './subscriptions';
export { ledgerJournal } from './ledger/sealed-journal';
