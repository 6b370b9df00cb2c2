import { z } from 'zod';
import { CLAIM_REASONS, CLAIM_SIDES, CLAIM_STATES } from '../../constants';
import { defineEvent } from '../../declare';
import { accountEmail, id, instant, version } from '../shapes';

/** A claim as its events tell it: who takes part, and never what they wrote. */
const claim = {
  claimId: id,
  version,
  orderId: id,
  productId: id,
  trackName: z.string(),
  buyerId: id,
  accountEmail,
  sellerId: id.nullable(),
  sellerUserId: id.nullable(),
  /** The confirmed address of the seller's account; null for the operator's own track, and once the account is gone. */
  sellerEmail: z.string().nullable(),
  reason: z.enum(CLAIM_REASONS),
};
const WHO = ['accountEmail', 'sellerEmail'];

type Claim = { claimId: number; orderId: number; productId: number; buyerId: number; sellerId: number | null };
const subjectsOf = ({ orderId, productId, buyerId, sellerId }: Claim) => ({
  order: orderId,
  track: productId,
  account: buyerId,
  store: sellerId,
});

/** A buyer reported a problem with a bought track. The track is frozen; nothing is decided. */
export const ClaimOpened = defineEvent(
  'orders.claim-opened',
  z.object({ ...claim, sellerDueAt: instant.nullable(), houseDueAt: instant }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Problem reported',
      keep: (data) => ({ ...subjectsOf(data), facts: { claimId: data.claimId, reason: data.reason } }),
    },
    secret: WHO,
  },
);

/** Somebody wrote in the thread of a claim. */
export const ClaimMessageSent = defineEvent(
  'orders.claim-message-sent',
  z.object({ ...claim, messageId: id, from: z.enum(CLAIM_SIDES), files: z.int() }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Message about a reported problem',
      keep: (data) => ({ ...subjectsOf(data), facts: { claimId: data.claimId, from: data.from, files: data.files } }),
    },
    secret: WHO,
  },
);

/** A claim has ended: the house decided, the buyer withdrew it, or the money went back. The track has thawed for it. */
export const ClaimEnded = defineEvent(
  'orders.claim-ended',
  z.object({ ...claim, state: z.enum(CLAIM_STATES), byHouse: z.boolean() }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Reported problem ended',
      keep: (data) => ({ ...subjectsOf(data), facts: { claimId: data.claimId, state: data.state } }),
    },
    secret: WHO,
  },
);

/** An answer to a claim is due within a day, or late. Sent once for each promise and each of the two. */
export const ClaimAnswerDue = defineEvent(
  'orders.claim-answer-due',
  z.object({ ...claim, waitsFor: z.enum(['seller', 'house']), late: z.boolean(), dueAt: instant }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Answer to a reported problem due',
      keep: (data) => ({ ...subjectsOf(data), facts: { claimId: data.claimId, waitsFor: data.waitsFor, late: data.late } }),
    },
    secret: WHO,
  },
);
