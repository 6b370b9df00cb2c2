import { z } from 'zod';
import { defineEvent } from '../define-event';
import { PAID_OUT_BY, SUBMISSION_STATUSES } from '../constants';
import { cents, id, instant, version } from './shapes';

const store = { sellerId: id, userId: id, version, storeName: z.string(), status: z.string() };

/** A verified account that registered as seller has its store. It is not yet active. */
export const StoreOpened = defineEvent('sellers.store-opened', z.object(store), {
  heardBy: ['identity', 'catalog', 'orders'],
});

/** The store's name or status changed. */
export const StoreChanged = defineEvent('sellers.store-changed', z.object(store), { heardBy: ['identity', 'catalog', 'orders'] });

/** Two stores wanted one name: the second was opened under another, and the house should know (decision 64). */
export const StoreNameCollided = defineEvent(
  'sellers.store-name-collided',
  z.object({ sellerId: id, wantedName: z.string(), storeName: z.string() }),
  { heardBy: ['notifications'] },
);

const submission = {
  submissionId: id,
  version,
  sellerId: id,
  storeName: z.string(),
  trackName: z.string(),
  /** Where the seller wants to hear about it. */
  contactEmail: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  /** Until when the next step is promised. */
  dueAt: instant.nullable(),
};

/** A seller sent a track for review. Nobody has listened to it yet. */
export const TrackSubmitted = defineEvent(
  'sellers.track-submitted',
  z.object({
    ...submission,
    genre: z.string(),
    bpm: z.number(),
    musicKey: z.string(),
    priceCents: cents,
    hasProject: z.boolean(),
    submittedAt: instant,
  }),
  { heardBy: ['notifications'] },
);

/** A submission is in review, approved, rejected or published. Approved is not yet on sale; published is. */
export const SubmissionChanged = defineEvent(
  'sellers.submission-changed',
  z.object({
    ...submission,
    /** Why it was rejected. */
    reason: z.string().nullable(),
    /** The track it became; null when it was published by hand. */
    productId: id.nullable(),
  }),
  { heardBy: ['notifications'] },
);

/** A promised time has passed. Said once for each promise. */
export const SubmissionOverdue = defineEvent('sellers.submission-overdue', z.object({ ...submission, dueAt: instant }), {
  heardBy: ['notifications'],
});

const bookedSale = {
  sellerId: id,
  /** The seller's account, for the mail. */
  userId: id,
  storeName: z.string(),
  orderId: id,
  productId: id,
  trackName: z.string(),
  netCents: cents,
};

/** A seller's track was sold and his share is booked. It is neither due nor paid. Amounts in cents. */
export const SaleBooked = defineEvent(
  'sellers.sale-booked',
  z.object({
    ...bookedSale,
    grossCents: cents,
    sellerDiscountCents: cents,
    shopDiscountCents: cents,
    commissionCents: cents,
    /** The last day on which it is to be paid out, on the shop's calendar. */
    dueOn: z.iso.date(),
  }),
  { heardBy: ['notifications'] },
);

/** The buyer's money went back, so the seller's share was taken back, once. */
export const SaleReversed = defineEvent('sellers.sale-reversed', z.object(bookedSale), { heardBy: ['notifications'] });

const payout = {
  payoutId: id,
  sellerId: id,
  userId: id,
  storeName: z.string(),
  amountCents: cents,
  method: z.enum(PAID_OUT_BY),
  reference: z.string(),
};

/** An admin sent money to a seller and wrote it down. No money moves by this. */
export const PayoutRecorded = defineEvent('sellers.payout-recorded', z.object(payout), { heardBy: ['notifications'] });

/** A payout was recorded wrongly and taken back in the books; the amount is due again. */
export const PayoutReversed = defineEvent('sellers.payout-reversed', z.object({ ...payout, reason: z.string() }), {
  heardBy: ['notifications'],
});
