import * as declare from '@shop/declare';
import type { z } from 'zod';
import type { AdminRole } from './constants';
import type { Telling } from './timeline';

/** Declarations of calls and events in the words of this shop: its admins' roles, its services, and its timeline. */
export { anyQuery, content, storedFile, streamed } from '@shop/declare';

export type ServiceName = 'identity' | 'catalog' | 'orders' | 'sellers' | 'notifications';

export type Routes = Readonly<Record<string, declare.Route>>;

/** Declares one call, for the roles of this shop. */
export const route: <const Declaration extends declare.Route<AdminRole>>(declaration: Declaration) => Declaration = declare.route;

type EventOptions<Data> = declare.EventOptions<ServiceName> & {
  /** How the timeline shows the event to admins. */
  timeline: Telling<Data>;
};

/**
 * Declares an event of a service, or of the `shop` when any service may send it.
 * @example
 * const NoteKept = defineEvent('orders.note-kept', z.object({ orderId: z.int() }), {
 * heardBy: ['notifications'],
 * timeline: { title: 'Note kept', keep: ({ orderId }) => ({ order: orderId }) },
 * });
 */
export const defineEvent = <Shape extends z.ZodType>(
  type: `${ServiceName | 'shop'}.${string}`,
  shape: Shape,
  options: EventOptions<z.output<Shape>>,
) => declare.defineEvent(type, shape, options);
