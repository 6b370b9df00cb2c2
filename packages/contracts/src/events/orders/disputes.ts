import { z } from 'zod';
import { defineEvent } from '../../declare';
import { id, instant, version } from '../shapes';

/**
 * PayPal has news of a dispute: it was opened, has changed, or is resolved. `orderId` is null when no order of the shop fits its
 * payment. `reason`, `stage`, `status` and `outcome` are PayPal's words. `feeCents` is all that PayPal took of the shop for it so far.
 */
export const DisputeChanged = defineEvent(
  'orders.dispute-changed',
  z.object({
    disputeId: z.string(),
    version,
    orderId: id.nullable(),
    buyerId: id.nullable(),
    change: z.enum(['opened', 'updated', 'resolved']),
    amountCents: z.int(),
    currency: z.string(),
    reason: z.string(),
    stage: z.string(),
    status: z.string(),
    dueAt: instant.nullable(),
    outcome: z.string().nullable(),
    /** Null from an older release. */
    feeCents: z.int().nullable().default(null),
  }),
  {
    heardBy: ['sellers', 'notifications'],
    timeline: {
      title: 'Dispute at PayPal',
      keep: ({ orderId, buyerId, disputeId, change, status, outcome, feeCents }) => ({
        order: orderId,
        account: buyerId,
        facts: { disputeId, change, status, outcome, ...(feeCents && { feeCents }) },
      }),
    },
  },
);
