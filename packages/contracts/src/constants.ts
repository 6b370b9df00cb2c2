/** Fixed words and numbers (docs/product/texts-and-constants.md). Plain data only: the SPA's first chunk imports these files. */

export * from './constants/accounts';
export * from './constants/addresses';
export * from './constants/administration';
export * from './constants/catalog';
export * from './constants/claims';
export * from './constants/disputes';
export * from './constants/notifications';
export * from './constants/orders';
export * from './constants/packages';
export * from './constants/prices';
export * from './constants/sellers';
export * from './constants/wire';
