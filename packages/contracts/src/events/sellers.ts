export * from './sellers/stores';
export * from './sellers/tracks';
export * from './sellers/ledger';
