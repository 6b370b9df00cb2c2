/** The data that browsers send and servers accept, by owner. Both use the same schema, and unknown keys are refused. */
export * from './forms/fields';
export * from './forms/lists';
export * from './forms/identity';
export * from './forms/second-factor';
export * from './forms/catalog';
export * from './forms/contract-name';
export * from './forms/orders';
export * from './forms/claims';
export * from './forms/disputes';
export * from './forms/service-requests';
export * from './forms/sellers';
export * from './forms/ledger';
export * from './forms/submissions';
export * from './forms/notifications';
export * from './forms/packages';
export * from './forms/gateway';
export * from './forms/timeline';
