import { z } from 'zod';
import type { Telling } from './timeline';

export type ServiceName = 'identity' | 'catalog' | 'orders' | 'sellers' | 'notifications';
type Secret = boolean | readonly string[];
export type Event<Data = unknown> = { type: string; data: Data };

type EventOptions<Data> = {
  /**
   * The services whose queues are bound to the event. The publisher declares those queues too, so that a service that has never
   * started loses no event.
   */
  heardBy: readonly ServiceName[];
  /**
   * The fields that are blanked an hour after the event was sent. `true` blanks the whole event, because it carries a code or
   * token. Named fields are blanked at any depth, so that the rest can still be sent again.
   */
  secret?: true | readonly string[];
  /** For how many hours the code or token is valid, when more than one: so long a failed reaction keeps it, to be tried again. */
  holdsHours?: number;
  /** How the timeline shows the event to admins. */
  timeline: Telling<Data>;
};

/**
 * Declares an event once: its routing key `<owner>.<event>` (the owner is `shop` for an event that any service may send), its
 * shape, the services that hear it, its text in the timeline, and a constructor that checks the shape.
 * @example
 * const NoteKept = defineEvent('orders.note-kept', z.object({ orderId: z.int() }), {
 * heardBy: ['notifications'],
 * timeline: { title: 'Note kept', keep: ({ orderId }) => ({ order: orderId }) },
 * });
 */
export function defineEvent<Shape extends z.ZodType>(
  type: `${ServiceName | 'shop'}.${string}`,
  shape: Shape,
  options: EventOptions<z.output<Shape>>,
) {
  const secret: Secret = options.secret ?? false;
  const create = (data: z.input<Shape>): Event<z.output<Shape>> => ({ type, data: shape.parse(data) });
  const { heardBy, holdsHours = 1, timeline } = options;
  return Object.assign(create, { type, shape, heardBy, secret, holdsHours, timeline });
}

export type DataOf<Kind extends { shape: z.ZodType }> = z.output<Kind['shape']>;
