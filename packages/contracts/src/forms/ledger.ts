import { z } from 'zod';
import { LEDGER_STATES, PAID_OUT_BY } from '../constants';
import { id, line, pastedLine } from './fields';
import { ListQuery } from './lists';

/** The query for the lines of a seller's ledger, always newest first. `state` filters them. */
export const LedgerQuery = ListQuery.omit({ sort: true }).extend({
  state: z.enum(LEDGER_STATES, { error: 'Unknown state' }).optional(),
});
export type LedgerQuery = z.output<typeof LedgerQuery>;

/** The query for the sellers who are owed money. `due` leaves out sellers with nothing due. */
export const PayoutsQuery = ListQuery.extend({ due: z.enum(['true', 'false'], { error: 'Must be true or false' }).optional() });
export type PayoutsQuery = z.output<typeof PayoutsQuery>;

/** A payout that an admin made and records. The form makes `key`: the same key twice is one payout. */
export const PayoutForm = z.strictObject({
  key: z.string().regex(/^[\w-]{16,64}$/, 'Must be 16 to 64 letters and digits'),
  amountCents: z.int('Please enter an amount').min(1, 'Please enter an amount').max(100_000_000, 'At most $1,000,000.00'),
  method: z.enum(PAID_OUT_BY, { error: 'Please choose how it was paid' }),
  reference: pastedLine(100, 'Please enter the reference of the payment'),
  /** Confirms the payout despite an objection: the answer to a 409 `confirmation-required`. */
  confirm: z.boolean().optional(),
  /** Confirms that the amount was sent although less is due: the answer to a 409 `not-due`. */
  beyondDue: z.boolean().optional(),
});
export type PayoutForm = z.output<typeof PayoutForm>;

export const PayoutReversalForm = z.strictObject({ reason: line(200, 'Please say why') });
export type PayoutReversalForm = z.output<typeof PayoutReversalForm>;

/** A new batch: of these sellers, or of everybody who has something due. */
export const PayoutBatchForm = z.strictObject({ sellerIds: z.array(id).min(1, 'Please choose a seller').max(500).optional() });
export type PayoutBatchForm = z.output<typeof PayoutBatchForm>;

/** The approval of a batch. It names the sellers whose doubts the admin has looked at. */
export const PayoutApprovalForm = z.strictObject({ confirmedSellers: z.array(id).max(500).optional() });
export type PayoutApprovalForm = z.output<typeof PayoutApprovalForm>;

/** The query for batches, newest first. */
export const PayoutBatchesQuery = ListQuery.omit({ sort: true, q: true });
export type PayoutBatchesQuery = z.output<typeof PayoutBatchesQuery>;
