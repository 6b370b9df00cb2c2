import { z } from 'zod';

export type ServiceName = 'identity' | 'catalog' | 'orders' | 'sellers' | 'notifications';
export type Event<Data = unknown> = { type: string; data: Data };

export type EventOptions = {
  /** Who has a queue bound to it. The publisher declares those queues too, so that nothing is lost to a service not yet started. */
  heardBy: readonly ServiceName[];
  /** It carries a code or a token: its body is blanked an hour after it was sent. */
  secret?: boolean;
};

/**
 * Declares an event once: its routing key `<owner>.<event>` (`shop` for what any service may say), its shape, who hears it, and a constructor that checks the shape.
 * @example const TrackHeld = defineEvent('orders.track-held', z.object({ productId: z.int() }), { heardBy: ['catalog'] });
 */
export function defineEvent<Shape extends z.ZodType>(
  type: `${ServiceName | 'shop'}.${string}`,
  shape: Shape,
  options: EventOptions,
) {
  const create = (data: z.input<Shape>): Event<z.output<Shape>> => ({ type, data: shape.parse(data) });
  return Object.assign(create, { type, shape, heardBy: options.heardBy, secret: options.secret ?? false });
}

export type DataOf<Kind extends { shape: z.ZodType }> = z.output<Kind['shape']>;
