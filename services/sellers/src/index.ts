export { Config } from './config';
export { start } from './start';
export { ledgerJournal } from './ledger/sealed-journal';
