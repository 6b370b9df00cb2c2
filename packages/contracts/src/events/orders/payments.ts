import { z } from 'zod';
import { REFUND_BORNE_BY } from '../../constants';
import { defineEvent } from '../../declare';
import { accountEmail, cents, id, instant, version } from '../shapes';

/** A payment does not fit its order: a person must look. Each alarm has its own version. */
export const PaymentNeedsReview = defineEvent(
  'orders.payment-needs-review',
  z.object({
    orderId: id,
    version,
    reason: z.string(),
    captureId: z.string().nullable(),
    /** Whether the buyer has already received the links, because the order was paid before. */
    delivered: z.boolean().default(false),
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Payment needs a person',
      keep: ({ orderId, reason, captureId, delivered }) => ({ order: orderId, facts: { reason, captureId, delivered } }),
    },
  },
);

/**
 * All the money went back to the buyer, at once or in parts: the links are revoked and the sale is reversed. `amountCents` is the whole
 * amount.
 */
export const PaymentRefunded = defineEvent(
  'orders.payment-refunded',
  z.object({
    orderId: id,
    ref: z.uuid(),
    version,
    buyerId: id,
    captureId: z.string(),
    refundId: z.string(),
    amountCents: cents,
    refundedAt: instant,
  }),
  {
    heardBy: ['orders', 'sellers', 'notifications'],
    timeline: {
      title: 'Payment refunded',
      keep: ({ orderId, buyerId, amountCents, captureId, refundId }) => ({
        order: orderId,
        account: buyerId,
        facts: { amountCents, captureId, refundId },
      }),
    },
  },
);

/**
 * Money of a paid order went back to the buyer: by a refund of the shop, at PayPal's own pages, or recorded by an admin. Each is said
 * once. The amounts of `items` and the fee sum to `amountCents`; an item names what of a track was given back: `project` is its project
 * files alone, and `linkEnded` says whether its links ended with it. `full`: all of the money is back, and `PaymentRefunded` says so.
 */
export const RefundDone = defineEvent(
  'orders.refund-done',
  z.object({
    orderId: id,
    version,
    buyerId: id,
    accountEmail,
    /** Unique among all refunds: PayPal's id of it, or the shop's own. */
    refundId: z.string(),
    amountCents: cents,
    /** The part of the amount that is service fee. */
    feeCents: cents,
    /** Who bears it: the sale, whose seller's share shrinks, or the house alone. */
    borneBy: z.enum(REFUND_BORNE_BY),
    items: z.array(
      z.object({ productId: id, name: z.string(), project: z.boolean(), amountCents: cents, linkEnded: z.boolean() }),
    ),
    full: z.boolean(),
    /** How much is back with this refund, of how much that was taken. */
    backCents: cents,
    takenCents: cents,
    occurredAt: instant,
  }),
  {
    heardBy: ['orders', 'catalog', 'sellers', 'notifications'],
    timeline: {
      title: 'Money given back',
      keep: ({ orderId, buyerId, items, refundId, amountCents, feeCents, borneBy, full }) => ({
        order: orderId,
        account: buyerId,
        track: [...new Set(items.map(({ productId }) => productId))],
        facts: { amountCents, feeCents, borneBy, full, refundId },
      }),
    },
    secret: ['accountEmail'],
  },
);

/**
 * PayPal's books and the shop's differ about a payment. `open` is false when they agree again or an admin has looked at the
 * difference. While it is open, the sellers concerned receive no payouts.
 */
export const PaymentDiffered = defineEvent(
  'orders.payment-differed',
  z.object({
    differenceId: id,
    version,
    orderId: id.nullable(),
    sellerIds: z.array(id),
    open: z.boolean(),
    reason: z.string(),
  }),
  {
    heardBy: ['sellers'],
    timeline: {
      title: 'Books and PayPal compared',
      keep: ({ orderId, sellerIds, differenceId, open, reason }) => ({
        order: orderId,
        store: sellerIds,
        facts: { differenceId, open, reason },
      }),
    },
  },
);

/**
 * The shop's books were compared with PayPal's, or the comparison failed. `sales` are those that the sellers' ledgers must hold, and
 * `payouts` those that must fit the sellers' payouts: page `page` of `pages`. `night` is the day of a nightly run on the shop's calendar.
 */
export const PaymentsReconciled = defineEvent(
  'orders.payments-reconciled',
  z.object({
    runId: id,
    night: z.iso.date().nullable(),
    at: instant,
    /** Whether the books were compared; false when PayPal was away or refused, or our own side failed. */
    reached: z.boolean(),
    /** Why the books were not compared; null when they were, or from an older release. */
    problem: z.string().nullable().default(null),
    captures: z.int(),
    refunds: z.int(),
    disputes: z.int(),
    /** The open differences, newest first, at most a hundred. */
    open: z.array(
      z.object({
        differenceId: id,
        orderId: id.nullable(),
        reason: z.string(),
        /** Null from an older release. */
        kind: z.string().nullable().default(null),
      }),
    ),
    /** How many are open in all; null from an older release. */
    openCount: z.int().nullable().default(null),
    sales: z.array(z.object({ orderId: id, sellerIds: z.array(id), refunded: z.boolean() })),
    /**
     * What PayPal paid out between two times and what came back of it, in cents; `count` is of all pages. Null from an older release,
     * and when the books were not compared.
     */
    payouts: z
      .object({
        from: instant,
        until: instant,
        count: z.int(),
        list: z.array(
          z.object({
            transactionId: z.string(),
            /** Null when it left before `from`, and only its return falls between the times. */
            amountCents: z.int().nullable(),
            currency: z.string(),
            /** Null when PayPal's books name none. */
            feeCents: z.int().nullable(),
            returnedCents: z.int(),
            at: instant,
          }),
        ),
      })
      .nullable()
      .default(null),
    /** An older release sends all sales on one page. */
    page: z.int().nonnegative().default(0),
    pages: z.int().positive().default(1),
    /** The newest head of the sales log, its root in base64; null from an older release. */
    log: z.object({ size: z.int(), root: z.string() }).nullable().default(null),
  }),
  {
    heardBy: ['sellers', 'notifications'],
    timeline: {
      title: 'Payments reconciled',
      keep: ({ runId, night, reached, captures, refunds, disputes, open, openCount, page, pages }) => ({
        facts: {
          ...{ runId, night, reached, captures, refunds, disputes, open: openCount ?? open.length },
          ...(pages > 1 ? { page, pages } : {}),
        },
      }),
    },
  },
);

/**
 * PayPal has news of a payout, or of a batch of payouts. News overtake each other, so whoever hears of them looks the batch up.
 */
export const PayoutNewsCame = defineEvent(
  'orders.payout-news-came',
  z.object({ newsId: z.string(), about: z.string(), payoutBatchId: z.string() }),
  {
    heardBy: ['sellers'],
    timeline: {
      title: 'News of a payout at PayPal',
      keep: ({ about, payoutBatchId }) => ({ facts: { about, payoutBatchId } }),
    },
  },
);
