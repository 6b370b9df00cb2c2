import { z } from 'zod';

/** Every refusal has this body; `error` and `message` are the same text (docs/product/wire.md#errors). */
export type ErrorView = {
  success: false;
  code: string;
  error: string;
  message: string;
  field?: string;
  details?: unknown;
  requestId?: string;
};

export const Pagination = z
  .strictObject({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() })
  .meta({ id: 'Pagination' });
export type Pagination = z.output<typeof Pagination>;

export const Page = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ success: z.literal(true), data: z.array(item), pagination: Pagination });
export type Page<Item> = { success: true; data: Item[]; pagination: Pagination };

export const Data = <View extends z.ZodType>(view: View) => z.strictObject({ success: z.literal(true), data: view });

export const MessageView = z.strictObject({ message: z.string() }).meta({ id: 'Message' });
export type MessageView = z.output<typeof MessageView>;

/** The call succeeded and has no other answer. */
export const DoneView = z.strictObject({ success: z.literal(true) }).meta({ id: 'Done' });

/** The call succeeded; `message` tells the person who asked. */
export const SaidView = z.strictObject({ success: z.literal(true), message: z.string() }).meta({ id: 'Said' });

/** An ISO 8601 moment in UTC. */
export const at = z.iso.datetime();
