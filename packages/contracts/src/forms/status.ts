import { z } from 'zod';

/** The parked deliveries that are to be tried again: those of one reaction of one service. */
export const PutBackForm = z.strictObject({
  service: z.enum(['identity', 'catalog', 'orders', 'sellers', 'notifications'], { error: 'There is no such service' }),
  reaction: z.string().min(1, 'Please name the reaction').max(200, 'At most 200 characters'),
});
export type PutBackForm = z.output<typeof PutBackForm>;
