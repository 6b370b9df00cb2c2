import type { Event } from '@shop/declare';
import type { z } from 'zod';
import { concernsIn, type Concerns, type TimelineFacts, type Telling } from './timeline';
import * as catalog from './events/catalog';
import { queueOf, TIMELINE_QUEUE } from './events/exchange';
import * as identity from './events/identity';
import * as notifications from './events/notifications';
import * as orders from './events/orders';
import * as sellers from './events/sellers';
import { AdminActed, PersonalDataGathered, PersonForgotten, SealsChecked } from './events/shop';

/**
 * All events between the services, by owner. They are in the past tense and carry data only. Changes are additive; a breaking change gets
 * a new name.
 */
export { defineEvent, type ServiceName } from './declare';
export type { DataOf, Event } from '@shop/declare';
export * from './events/catalog';
export * from './events/exchange';
export * from './events/identity';
export * from './events/notifications';
export * from './events/orders';
export * from './events/sellers';
export * from './events/shop';
export * from './timeline';

/** Sorted by name, because compilers differ in the order of exports from several files. */
const byName = <Kind>(owner: Record<string, Kind>): Kind[] =>
  Object.entries(owner)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, kind]) => kind);

export const ALL_EVENTS = [
  ...byName(identity),
  ...byName(sellers),
  ...byName(catalog),
  ...byName(orders),
  ...byName(notifications),
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

/** The part of an event that the timeline may keep; null when the event is unknown here or does not have its declared shape. */
export function keptOf({ type, data }: Event): TimelineFacts | null {
  const kind = KINDS.get(type);
  const result = kind?.shape.safeParse(data);
  return kind && result?.success ? kind.timeline.keep(result.data as never) : null;
}

/** The ids of the orders, tracks, stores and accounts that an event concerns. */
export const concernsOf = (event: Event): Concerns => concernsIn(keptOf(event) ?? {});

/** The title of an event in the timeline; an unknown event has its type as its title. */
export const titleOf = (type: string): string => KINDS.get(type)?.timeline.title ?? type;

/**
 * Events with personal fields. When a person is erased, a waiting event loses those fields. Events about the erasure itself are
 * excluded, because they are needed whole.
 */
export const EVENTS_ABOUT_PEOPLE = ALL_EVENTS.filter(
  ({ type }) => type !== identity.UserDeleted.type && type !== PersonForgotten.type,
);

/** Events that name a store's owner beside the store's id. A sale names stores too, but its buyer needs it whole. */
export const EVENTS_ABOUT_STORES = byName(sellers);
