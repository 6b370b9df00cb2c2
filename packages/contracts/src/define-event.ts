import { z } from 'zod';
import type { Telling } from './timeline';

export type ServiceName = 'identity' | 'catalog' | 'orders' | 'sellers' | 'notifications';
type Secret = boolean | readonly string[];
export type Event<Data = unknown> = { type: string; data: Data };

type EventOptions<Data> = {
  /**
   * The services that have a queue bound to the event. The publisher declares those queues too, so that no event is lost when a service
   * was never started.
   */
  heardBy: readonly ServiceName[];
  /**
   * What is blanked an hour after the event was sent. `true` blanks all of it, because it carries a code or token. Names of fields blank
   * those fields alone, at any depth, so that the rest can still be sent again.
   */
  secret?: true | readonly string[];
  /** For how many hours the code or token holds, when it is more than one: a reaction that fails keeps it so long, to be tried again. */
  holdsHours?: number;
  /** How the timeline tells the operator about the event afterwards. */
  timeline: Telling<Data>;
};

/**
 * Declares an event once: its routing key `<owner>.<event>` (the owner is `shop` for an event that any service may send), its shape, the
 * services that hear it, how the timeline tells it, and a constructor that checks the shape.
 * @example
 * const NoteKept = defineEvent('orders.note-kept', z.object({ orderId: z.int() }), {
 *   heardBy: ['notifications'],
 *   timeline: { title: 'Note kept', keep: ({ orderId }) => ({ order: orderId }) },
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
