import type { z } from 'zod';

/** What happened: its type and its data. */
export type Event<Data = unknown> = { type: string; data: Data };

/** An event, as its owner declares it. */
export type EventKind<Shape extends z.ZodType = z.ZodType> = {
  type: string;
  shape: Shape;
  secret: boolean | readonly string[];
  holdsHours?: number;
};

export type DataOf<Kind extends { shape: z.ZodType }> = z.output<Kind['shape']>;

export type EventOptions<Service extends string = string> = {
  /**
   * The services whose queues are bound to the event. The publisher declares those queues too, so that a service that has never
   * started loses no event.
   */
  heardBy: readonly Service[];
  /**
   * The fields that are blanked an hour after the event was sent. `true` blanks the whole event, because it carries a code or
   * token. Named fields are blanked at any depth, so that the rest can still be sent again.
   */
  secret?: true | readonly string[];
  /** For how many hours the code or token is valid, when more than one: so long a failed reaction keeps it, to be tried again. */
  holdsHours?: number;
};

/**
 * Declares an event once: its routing key `<owner>.<event>`, its shape, the services that hear it, and a constructor that checks
 * the shape. Further options stay with the declaration, for the program's own use.
 * @example
 * const NoteKept = defineEvent('orders.note-kept', z.object({ orderId: z.int() }), { heardBy: ['notifications'] });
 */
export function defineEvent<Shape extends z.ZodType, Options extends EventOptions>(
  type: `${string}.${string}`,
  shape: Shape,
  options: Options,
) {
  const create = (data: z.input<Shape>): Event<z.output<Shape>> => ({ type, data: shape.parse(data) });
  const { secret, holdsHours = 1, ...others } = options;
  const secrecy: EventKind['secret'] = secret ?? false;
  return Object.assign(create, { ...others, type, shape, secret: secrecy, holdsHours });
}
