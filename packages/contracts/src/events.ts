import * as catalog from './events/catalog';
import * as identity from './events/identity';
import * as orders from './events/orders';
import * as sellers from './events/sellers';
import { AdminActed } from './events/shop';

/** Everything that the services tell each other, by owner. Past tense, data only; changes are additive, a breaking one is a new name. */
export { defineEvent, type DataOf, type Event, type ServiceName } from './define-event';
export * from './events/catalog';
export * from './events/identity';
export * from './events/orders';
export * from './events/sellers';
export * from './events/shop';

export const ALL_EVENTS = [
  ...Object.values(identity),
  ...Object.values(sellers),
  ...Object.values(catalog),
  ...Object.values(orders),
  AdminActed,
];
