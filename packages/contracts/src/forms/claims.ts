import { z } from 'zod';
import { CLAIM_OUTCOMES, CLAIM_REASONS, CLAIM_STATES } from '../constants';
import { id, paragraph } from './fields';
import { ListQuery } from './lists';
import { RecordRefundForm, RefundForm } from './orders';

const TEXT_MAX = 5000;

/** A buyer's report of a problem with one bought track. */
export const ClaimForm = z.strictObject({
  productId: id,
  reason: z.enum(CLAIM_REASONS, { error: 'Please choose what is wrong' }),
  text: paragraph(TEXT_MAX, 'Please describe the problem'),
});
export type ClaimForm = z.output<typeof ClaimForm>;

/** A message in the thread of a claim; its text may be empty when it brings files. */
export const ClaimMessageForm = z.strictObject({ text: z.union([z.literal(''), paragraph(TEXT_MAX)]).default('') });

/**
 * The decision of the house. `refund` says how the money goes back, and is needed for that outcome alone: by PayPal like any refund of
 * the order, or with a reference, when it went back another way.
 */
export const ClaimDecisionForm = z
  .strictObject({
    outcome: z.enum(CLAIM_OUTCOMES, { error: 'Please choose an outcome' }),
    reason: paragraph(2000, 'Please say why'),
    refund: z.union([RecordRefundForm, RefundForm.omit({ key: true, reason: true })]).optional(),
  })
  .superRefine(({ outcome, refund }, context) => {
    if ((outcome === 'refund') === (refund !== undefined)) return;
    context.addIssue({
      code: 'custom',
      path: ['refund'],
      message: outcome === 'refund' ? 'Please say how the money goes back' : 'Only a refund gives money back',
    });
  });
export type ClaimDecisionForm = z.output<typeof ClaimDecisionForm>;

/** The query for claims. `open` leaves out those that have ended, `mine` those in which an admin has a part as admin only. */
export const ClaimListQuery = ListQuery.omit({ sort: true }).extend({
  state: z.enum(CLAIM_STATES, { error: 'Unknown state' }).optional(),
  open: z.enum(['true', 'false'], { error: 'Must be true or false' }).optional(),
  mine: z.enum(['true', 'false'], { error: 'Must be true or false' }).optional(),
});
export type ClaimListQuery = z.output<typeof ClaimListQuery>;
