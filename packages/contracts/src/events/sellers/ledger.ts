import { z } from 'zod';
import { PAID_OUT_BY, PAYOUT_DIFFERENCE_KINDS } from '../../constants';
import { defineEvent } from '../../declare';
import { cents, id, instant, OWNER, owner } from '../shapes';

/** `storeClosed`: the owner has no Seller Dashboard any more, and the payout details may be gone. */
const store = { sellerId: id, storeName: z.string(), owner, storeClosed: z.boolean().default(false) };

const bookedSale = {
  ...store,
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

/** A part of the buyer's money went back, and the sale bears it: `netCents` of the seller's share was taken back, `leftCents` is left. */
export const SaleReduced = defineEvent(
  'sellers.sale-reduced',
  z.object({ ...bookedSale, refundId: z.string(), leftCents: cents }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: "Part of a seller's share taken back",
      keep: ({ sellerId, orderId, productId, netCents, leftCents, refundId }) => ({
        store: sellerId,
        order: orderId,
        track: productId,
        facts: { netCents, leftCents, refundId },
      }),
    },
    secret: OWNER,
  },
);

const payout = {
  payoutId: id,
  ...store,
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

const payoutItem = { payoutItemId: id, ...store, amountCents: cents, paidTo: z.string() };

/**
 * PayPal holds a payout for the seller, whose address has no account or is not confirmed there. It is not paid; PayPal gives it back
 * by itself after 30 days.
 */
export const PayoutUnclaimed = defineEvent('sellers.payout-unclaimed', z.object(payoutItem), {
  heardBy: ['notifications'],
  timeline: {
    title: 'Payout unclaimed',
    keep: ({ payoutItemId, sellerId, amountCents }) => ({ store: sellerId, facts: { payoutItemId, amountCents } }),
  },
  secret: OWNER,
});

/** A payout by PayPal failed, was given back, or was reversed after it had been paid: its sales are due again. */
export const PayoutReturned = defineEvent('sellers.payout-returned', z.object({ ...payoutItem, reason: z.string() }), {
  heardBy: ['notifications'],
  timeline: {
    title: 'Payout came back',
    keep: ({ payoutItemId, sellerId, amountCents }) => ({ store: sellerId, facts: { payoutItemId, amountCents } }),
  },
  secret: OWNER,
});

/**
 * The ledger was compared with the sales and payouts of a reconciliation. It does not hold these orders as they were paid or refunded,
 * and these payouts are not as PayPal's books show them.
 */
export const LedgerCompared = defineEvent(
  'sellers.ledger-compared',
  z.object({
    runId: id,
    differing: z.array(z.object({ orderId: id, sellerIds: z.array(id), reason: z.string() })),
    /** `amountCents` is PayPal's, `expectedCents` the shop's. Null when payouts were not compared, and from an older release. */
    payouts: z
      .array(
        z.object({
          kind: z.enum(PAYOUT_DIFFERENCE_KINDS),
          /** PayPal's id of the payout, or the shop's when PayPal has none. */
          providerId: z.string(),
          sellerId: id.nullable(),
          amountCents: z.int().nullable(),
          expectedCents: z.int().nullable(),
          reason: z.string(),
          at: instant,
        }),
      )
      .nullable()
      .default(null),
  }),
  {
    heardBy: ['orders'],
    timeline: {
      title: 'Ledger compared with sales',
      keep: ({ runId, differing, payouts }) => ({
        order: differing.map(({ orderId }) => orderId),
        store: [...differing.flatMap(({ sellerIds }) => sellerIds), ...(payouts ?? []).flatMap(({ sellerId }) => sellerId ?? [])],
        facts: { runId, differing: differing.length, ...(payouts && { differingPayouts: payouts.length }) },
      }),
    },
  },
);

/** A month is over, and something was booked for the seller in it. Amounts in cents. */
export const StatementReady = defineEvent(
  'sellers.statement-ready',
  z.object({ ...store, month: z.string(), openingCents: z.int(), closingCents: z.int() }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Statement of a month ready',
      keep: ({ sellerId, month, openingCents, closingCents }) => ({
        store: sellerId,
        facts: { month, openingCents, closingCents },
      }),
    },
    secret: OWNER,
  },
);
