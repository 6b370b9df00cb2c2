/** Answers on the wire, by owner. Keys are snake_case or camelCase (docs/product/wire.md#names-of-fields). Types only. */
export type * from './views/shared';
export type * from './views/identity';
export type * from './views/own-data';
export type * from './views/second-factor';
export type * from './views/catalog';
export type * from './views/packages';
export type * from './views/orders';
export type * from './views/claims';
export type * from './views/certificates';
export type * from './views/service-requests';
export type * from './views/sellers';
export type * from './views/ledger';
export type * from './views/submissions';
export type * from './views/notifications';
export type * from './views/timeline';
export type * from './views/dashboard';
export type * from './views/status';
