import type { z } from 'zod';
import type { Event } from './define-event';
import { concernsIn, type Concerns, type Kept, type Telling } from './timeline';
import * as catalog from './events/catalog';
import { queueOf, TIMELINE_QUEUE } from './events/exchange';
import * as identity from './events/identity';
import * as notifications from './events/notifications';
import * as orders from './events/orders';
import * as sellers from './events/sellers';
import { AdminActed, PersonalDataGathered, PersonForgotten, SealsChecked } from './events/shop';

/** Everything that the services tell each other, by owner. Past tense, data only; changes are additive, a breaking one is a new name. */
export { defineEvent, type DataOf, type Event, type ServiceName } from './define-event';
export * from './events/catalog';
export * from './events/exchange';
export * from './events/identity';
export * from './events/notifications';
export * from './events/orders';
export * from './events/sellers';
export * from './events/shop';
export * from './timeline';

export const ALL_EVENTS = [
  ...Object.values(identity),
  ...Object.values(sellers),
  ...Object.values(catalog),
  ...Object.values(orders),
  ...Object.values(notifications),
  AdminActed,
  SealsChecked,
  PersonForgotten,
  PersonalDataGathered,
];

const QUEUES = new Map<string, readonly string[]>(
  ALL_EVENTS.map(({ type, heardBy }) => [type, [...heardBy.map(queueOf), TIMELINE_QUEUE]]),
);

/** The queues that must have an event before it counts as sent: those of the services that hear it, and the timeline's. */
export const queuesOf = (type: string): readonly string[] => QUEUES.get(type) ?? [];

const KINDS = new Map<string, { shape: z.ZodType; timeline: Telling<never> }>(ALL_EVENTS.map((kind) => [kind.type, kind]));

/** What may be kept of an event; null for one that is not known here, or not of its declared shape. */
export function keptOf({ type, data }: Event): Kept | null {
  const kind = KINDS.get(type);
  const read = kind?.shape.safeParse(data);
  return kind && read?.success ? kind.timeline.keep(read.data as never) : null;
}

/** What an event concerns: orders, tracks, stores and accounts by their ids. */
export const concernsOf = (event: Event): Concerns => concernsIn(keptOf(event) ?? {});

/** What heads an event in the timeline; one that is not known here goes by its type. */
export const titleOf = (type: string): string => KINDS.get(type)?.timeline.title ?? type;

/** What may still wait somewhere after a person was erased, and then goes on without them. News of the erasure itself are needed whole. */
export const EVENTS_ABOUT_PEOPLE = ALL_EVENTS.filter(
  ({ type }) => type !== identity.UserDeleted.type && type !== PersonForgotten.type,
);
