import * as catalog from './events/catalog';
import * as identity from './events/identity';
import * as orders from './events/orders';
import * as sellers from './events/sellers';
import { AdminActed, PersonalDataGathered, PersonForgotten, SealsChecked } from './events/shop';

/** Everything that the services tell each other, by owner. Past tense, data only; changes are additive, a breaking one is a new name. */
export { defineEvent, type DataOf, type Event, type ServiceName } from './define-event';
export * from './events/catalog';
export * from './events/exchange';
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
  SealsChecked,
  PersonForgotten,
  PersonalDataGathered,
];

/** What may still wait somewhere after a person was erased, and then goes on without them. News of the erasure itself are needed whole. */
export const EVENTS_ABOUT_PEOPLE = ALL_EVENTS.filter(
  ({ type }) => type !== identity.UserDeleted.type && type !== PersonForgotten.type,
);
