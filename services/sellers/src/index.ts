export { Config } from './config';
export { examine } from './operator/examine';
export { start } from './start';
export { ledgerJournal } from './ledger/journal';
