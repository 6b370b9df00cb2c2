import { z } from 'zod';
import { defineEvent } from '../define-event';
import { PAID_OUT_BY, SUBMISSION_STATUSES } from '../constants';
import { cents, id, instant, version } from './shapes';

/** The fields that say whose store it is, and texts about the owner. An hour after the event was sent, nobody needs them in it any more. */
const OWNER = ['name', 'email', 'storeName', 'trackName', 'wantedName', 'contactEmail', 'paidTo', 'reason', 'reference'];

const store = { sellerId: id, userId: id, version, storeName: z.string(), status: z.string() };

/** A verified account that registered as a seller has its store. The store is not yet active. */
export const StoreOpened = defineEvent('sellers.store-opened', z.object(store), {
  heardBy: ['identity', 'catalog', 'orders'],
  timeline: {
    title: 'Store opened',
    keep: ({ sellerId, userId, status }) => ({ store: sellerId, account: userId, facts: { status } }),
  },
  secret: OWNER,
});

/** The store's name or status changed. */
export const StoreChanged = defineEvent('sellers.store-changed', z.object(store), {
  heardBy: ['identity', 'catalog', 'orders'],
  timeline: {
    title: 'Store changed',
    keep: ({ sellerId, userId, status }) => ({ store: sellerId, account: userId, facts: { status } }),
  },
  secret: OWNER,
});

/**
 * The store is closed for good and its owner's data are blanked. Sales, and the amounts owed for them, stay. Its tracks are no longer for
 * sale.
 */
export const StoreClosed = defineEvent('sellers.store-closed', z.object({ sellerId: id, userId: id, version }), {
  heardBy: ['identity', 'catalog', 'orders'],
  timeline: { title: 'Store closed', keep: ({ sellerId, userId }) => ({ store: sellerId, account: userId }) },
});

/**
 * What is open with a store has changed: the cents that the shop owes it, due or not, and its tracks that somebody holds or is paying
 * for. A negative amount means that the store owes the shop, because it was paid for sales that were refunded later. When both are zero,
 * nothing is open.
 */
export const OpenEarningsChanged = defineEvent(
  'sellers.open-earnings-changed',
  z.object({ sellerId: id, userId: id, version, owedCents: cents, sales: z.int() }),
  {
    heardBy: ['identity'],
    timeline: {
      title: 'Open earnings changed',
      keep: ({ sellerId, userId, owedCents, sales }) => ({ store: sellerId, account: userId, facts: { owedCents, sales } }),
    },
  },
);

/** The recipient of a mail about a store. */
const owner = z.object({ name: z.string(), email: z.string() }).nullable();
const aboutStore = { sellerId: id, version, storeName: z.string(), owner };

/** A seller sent their identity document. Nobody has checked it yet. */
export const SellerVerificationUploaded = defineEvent(
  'sellers.seller-verification-uploaded',
  z.object({ ...aboutStore, uploadedAt: instant }),
  {
    heardBy: ['notifications'],
    timeline: { title: 'Identity document sent', keep: ({ sellerId }) => ({ store: sellerId }) },
    secret: OWNER,
  },
);

/** An admin changed the status of a store. */
export const SellerStatusChanged = defineEvent(
  'sellers.seller-status-changed',
  z.object({
    ...aboutStore,
    before: z.string(),
    status: z.string(),
    /** The identity document was not accepted; another may be sent. */
    documentRefused: z.boolean().default(false),
    /** The reason, in the admin's words. */
    reason: z.string().nullable().default(null),
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Status of the store changed',
      keep: ({ sellerId, before, status, documentRefused }) => ({ store: sellerId, facts: { before, status, documentRefused } }),
    },
    secret: OWNER,
  },
);

/**
 * A seller's payout details changed. The event names only the last four digits of a card, and only enough of an address to recognise it.
 * `unused`: the shop has blanked a card number that received no payout for a long time.
 */
export const SellerPaymentChanged = defineEvent(
  'sellers.seller-payment-changed',
  z.object({
    ...aboutStore,
    paidTo: z.string().nullable(),
    byAdmin: z.boolean(),
    unused: z.boolean().optional(),
    changedAt: instant,
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Where the seller is paid to changed',
      keep: ({ sellerId, byAdmin, unused }) => ({ store: sellerId, facts: { byAdmin, unused: unused ?? false } }),
    },
    secret: OWNER,
  },
);

/** Nobody bought a track for six months. Sent once for each track; the track is still for sale. */
export const TrackUnsold = defineEvent(
  'sellers.track-unsold',
  z.object({ ...aboutStore, productId: id, trackName: z.string(), publishedAt: instant }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Track unsold for six months',
      keep: ({ sellerId, productId }) => ({ store: sellerId, track: productId }),
    },
    secret: OWNER,
  },
);

/** Two stores wanted one name. The second store was opened under another name, and the operator should know. */
export const StoreNameCollided = defineEvent(
  'sellers.store-name-collided',
  z.object({ sellerId: id, wantedName: z.string(), storeName: z.string() }),
  {
    heardBy: ['notifications'],
    timeline: { title: 'Store name was taken', keep: ({ sellerId }) => ({ store: sellerId }) },
    secret: OWNER,
  },
);

const submission = {
  submissionId: id,
  version,
  sellerId: id,
  storeName: z.string(),
  userId: id.nullable().default(null),
  owner: owner.default(null),
  trackName: z.string(),
  /** The address at which the seller wants the answer, as typed: nobody has confirmed it. */
  contactEmail: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  /** The time by which the next step is promised. */
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
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Track sent for review',
      keep: ({ submissionId, sellerId, userId, genre, bpm, priceCents, hasProject, dueAt }) => ({
        store: sellerId,
        account: userId,
        facts: { submissionId, genre, bpm, priceCents, hasProject, dueAt },
      }),
    },
    secret: OWNER,
  },
);

/** A submission's state changed: in review, approved, rejected or published. An approved track is not yet on sale; a published one is. */
export const SubmissionChanged = defineEvent(
  'sellers.submission-changed',
  z.object({
    ...submission,
    /** The reason for a rejection. */
    reason: z.string().nullable(),
    /** The track that the submission became; null when it was published by hand. */
    productId: id.nullable(),
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Review went on',
      keep: ({ submissionId, sellerId, userId, productId, status, dueAt }) => ({
        store: sellerId,
        account: userId,
        track: productId,
        facts: { submissionId, status, dueAt },
      }),
    },
    secret: OWNER,
  },
);

/** A promised time has passed. Sent once for each promise. */
export const SubmissionOverdue = defineEvent('sellers.submission-overdue', z.object({ ...submission, dueAt: instant }), {
  heardBy: ['notifications'],
  timeline: {
    title: 'Review is overdue',
    keep: ({ submissionId, sellerId, userId, status, dueAt }) => ({
      store: sellerId,
      account: userId,
      facts: { submissionId, status, dueAt },
    }),
  },
  secret: OWNER,
});

const bookedSale = {
  sellerId: id,
  storeName: z.string(),
  owner,
  orderId: id,
  productId: id,
  trackName: z.string(),
  netCents: cents,
};

/** A seller's track was sold and the seller's share is booked. The share is neither due nor paid yet. Amounts in cents. */
export const SaleBooked = defineEvent(
  'sellers.sale-booked',
  z.object({
    ...bookedSale,
    grossCents: cents,
    sellerDiscountCents: cents,
    shopDiscountCents: cents,
    commissionCents: cents,
    /** The last day for the payout, on the shop's calendar. */
    dueOn: z.iso.date(),
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: "Seller's share booked",
      keep: ({ sellerId, orderId, productId, grossCents, commissionCents, netCents, dueOn }) => ({
        store: sellerId,
        order: orderId,
        track: productId,
        facts: { grossCents, commissionCents, netCents, dueOn },
      }),
    },
    secret: OWNER,
  },
);

/** The buyer's money went back, so the seller's share was taken back, once for each sale. */
export const SaleReversed = defineEvent('sellers.sale-reversed', z.object(bookedSale), {
  heardBy: ['notifications'],
  timeline: {
    title: "Seller's share taken back",
    keep: ({ sellerId, orderId, productId, netCents }) => ({
      store: sellerId,
      order: orderId,
      track: productId,
      facts: { netCents },
    }),
  },
  secret: OWNER,
});

const payout = {
  payoutId: id,
  sellerId: id,
  storeName: z.string(),
  owner,
  amountCents: cents,
  method: z.enum(PAID_OUT_BY),
  reference: z.string(),
};

/** An admin sent money to a seller and recorded it. Recording it moves no money. */
export const PayoutRecorded = defineEvent('sellers.payout-recorded', z.object(payout), {
  heardBy: ['notifications'],
  timeline: {
    title: 'Payout recorded',
    keep: ({ payoutId, sellerId, amountCents, method }) => ({ store: sellerId, facts: { payoutId, amountCents, method } }),
  },
  secret: OWNER,
});

/** A payout was recorded wrongly and taken back in the books. The amount is due again. */
export const PayoutReversed = defineEvent('sellers.payout-reversed', z.object({ ...payout, reason: z.string() }), {
  heardBy: ['notifications'],
  timeline: {
    title: 'Payout taken back',
    keep: ({ payoutId, sellerId, amountCents, method }) => ({ store: sellerId, facts: { payoutId, amountCents, method } }),
  },
  secret: OWNER,
});

/** The ledger was compared with the sales of a reconciliation. It does not hold these orders as they were paid or refunded. */
export const LedgerCompared = defineEvent(
  'sellers.ledger-compared',
  z.object({
    runId: id,
    differing: z.array(z.object({ orderId: id, sellerIds: z.array(id), reason: z.string() })),
  }),
  {
    heardBy: ['orders'],
    timeline: {
      title: 'Ledger compared with sales',
      keep: ({ runId, differing }) => ({
        order: differing.map(({ orderId }) => orderId),
        store: differing.flatMap(({ sellerIds }) => sellerIds),
        facts: { runId, differing: differing.length },
      }),
    },
  },
);
