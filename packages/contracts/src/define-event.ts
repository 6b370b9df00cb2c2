import { z } from 'zod';
import type { Telling } from './timeline';

export type ServiceName = 'identity' | 'catalog' | 'orders' | 'sellers' | 'notifications';
type Secret = boolean | readonly string[];
export type Event<Data = unknown> = { type: string; data: Data };

export type EventOptions<Data> = {
  /** Who has a queue bound to it. The publisher declares those queues too, so that nothing is lost to a service not yet started. */
  heardBy: readonly ServiceName[];
  /**
   * What is blanked an hour after it was sent. True: all of it, for it carries a code or token that is worthless then. Names of
   * fields: those alone, wherever they stand in it, so that the rest can still be sent again.
   */
  secret?: true | readonly string[];
  /** What the operator reads of it afterwards. */
  timeline: Telling<Data>;
};

/**
 * Declares an event once: its routing key `<owner>.<event>` (`shop` for what any service may say), its shape, who hears it, and a constructor that checks the shape.
 * @example const TrackHeld = defineEvent('orders.track-held', z.object({ productId: z.int() }), { heardBy: ['catalog'] });
 */
export function defineEvent<Shape extends z.ZodType>(
  type: `${ServiceName | 'shop'}.${string}`,
  shape: Shape,
  options: EventOptions<z.output<Shape>>,
) {
  const secret: Secret = options.secret ?? false;
  const create = (data: z.input<Shape>): Event<z.output<Shape>> => ({ type, data: shape.parse(data) });
  return Object.assign(create, { type, shape, heardBy: options.heardBy, secret, timeline: options.timeline });
}

export type DataOf<Kind extends { shape: z.ZodType }> = z.output<Kind['shape']>;
