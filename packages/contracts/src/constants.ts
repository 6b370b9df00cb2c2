/** Fixed words and numbers (docs/product/texts-and-constants.md). Plain data only: the SPA's first chunk imports these files. */

export * from './constants/accounts';
export * from './constants/addresses';
export * from './constants/administration';
export * from './constants/timeline';
export * from './constants/catalog';
export * from './constants/ledger';
export * from './constants/lists';
export * from './constants/newsletter';
export * from './constants/orders';
export * from './constants/prices';
export * from './constants/service-requests';
export * from './constants/stores';
export * from './constants/submissions';
export * from './constants/wire';
