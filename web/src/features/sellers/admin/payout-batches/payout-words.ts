import type { PayoutBatchState, PayoutItemState } from '@shop/contracts/constants';

type Tone = 'plain' | 'signal' | 'warm';
type Words<State extends string> = Record<State, { name: string; tone: Tone }>;

/** A batch as admins read it (docs/product/payouts.md#states). */
export const BATCH_STATES: Words<PayoutBatchState> = {
  draft: { name: 'Draft', tone: 'plain' },
  approved: { name: 'Approved, not sent', tone: 'plain' },
  sending: { name: 'Being sent', tone: 'plain' },
  sent: { name: 'At PayPal', tone: 'plain' },
  done: { name: 'Done', tone: 'signal' },
  denied: { name: 'Denied by PayPal', tone: 'warm' },
  cancelled: { name: 'Cancelled', tone: 'plain' },
};

/** A payout of a batch. */
export const ITEM_STATES: Words<PayoutItemState> = {
  draft: { name: 'Not sent', tone: 'plain' },
  sent: { name: 'On its way', tone: 'plain' },
  paid: { name: 'Paid', tone: 'signal' },
  unclaimed: { name: 'Not claimed yet', tone: 'warm' },
  'on-hold': { name: 'On hold at PayPal', tone: 'warm' },
  returned: { name: 'Given back', tone: 'warm' },
  failed: { name: 'Failed', tone: 'warm' },
  reversed: { name: 'Paid and given back', tone: 'warm' },
  cancelled: { name: 'Cancelled', tone: 'plain' },
};
