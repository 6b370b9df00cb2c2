import { z } from 'zod';
import { EVIDENCE_PAPERS } from '../constants';
import { paragraph } from './fields';
import { ListQuery } from './lists';

/** PayPal takes notes of at most 2,000 characters; some are left for the shop's own number. */
const NOTE_MAX = 1900;

/** What an admin does in a dispute. `key` is new for each act, so that a repeated call does it once. `papers` go with evidence alone. */
export const DisputeActForm = z.strictObject({
  key: z.string('Please send a key').regex(/^[\w-]{16,64}$/, 'Must be 16 to 64 letters and digits'),
  note: paragraph(NOTE_MAX, 'Please write what PayPal or the buyer should read'),
  papers: z
    .array(z.enum(EVIDENCE_PAPERS, { error: 'Unknown paper' }))
    .max(EVIDENCE_PAPERS.length)
    .default([]),
});
export type DisputeActForm = z.output<typeof DisputeActForm>;

/** The query for disputes. `open` leaves out those that are resolved. */
export const DisputeListQuery = ListQuery.omit({ sort: true }).extend({
  open: z.enum(['true', 'false'], { error: 'Must be true or false' }).optional(),
});
export type DisputeListQuery = z.output<typeof DisputeListQuery>;
