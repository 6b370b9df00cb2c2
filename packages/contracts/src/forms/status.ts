import { z } from 'zod';
import { line } from './fields';

/** The parked messages to try again: those of one reaction of one service. */
export const PutBackForm = z.strictObject({
  service: z.enum(['identity', 'catalog', 'orders', 'sellers', 'notifications'], { error: 'There is no such service' }),
  reaction: line(200, 'Please name the reaction'),
});
export type PutBackForm = z.output<typeof PutBackForm>;
