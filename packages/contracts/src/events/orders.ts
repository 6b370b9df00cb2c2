import { z } from 'zod';
import { SERVICES } from '../constants';
import { defineEvent } from '../define-event';
import { accountEmail, cents, id, instant, version } from './shapes';

/** Links that carry a token with which anybody can download. */
const LINKS = ['downloadUrl', 'projectUrl'];
/** The fields that say who bought. An hour after the event was sent, nobody needs them in it any more. */
const BUYER = ['firstName', 'lastName', 'email', 'country', 'accountEmail'];

/** The buyer's details as typed at checkout. Nobody has confirmed that the address is theirs. */
const customer = z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), country: z.string() });

/** An order holds a track until `until`. The track is not sold, and nobody else can buy it meanwhile. */
export const TrackHeld = defineEvent('orders.track-held', z.object({ productId: id, orderId: id, version, until: instant }), {
  heardBy: ['catalog', 'sellers'],
  timeline: {
    title: 'Track held',
    keep: ({ productId, orderId, until }) => ({ track: productId, order: orderId, facts: { until } }),
  },
});

/** The hold ended without a sale; anybody may buy the track again. */
export const TrackReleased = defineEvent('orders.track-released', z.object({ productId: id, orderId: id, version }), {
  heardBy: ['catalog', 'identity', 'sellers'],
  timeline: { title: 'Hold ended without a sale', keep: ({ productId, orderId }) => ({ track: productId, order: orderId }) },
});

/** A track is free again that this buyer waits for: a hold on it ended without a sale, and the buyer had asked to be told. */
export const AwaitedTrackReleased = defineEvent(
  'orders.awaited-track-released',
  z.object({
    productId: id,
    claimVersion: version,
    name: z.string(),
    storeName: z.string(),
    buyerId: id,
    accountEmail: z.email(),
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Awaited track is free again',
      keep: ({ productId, buyerId }) => ({ track: productId, account: buyerId }),
    },
    secret: ['accountEmail'],
  },
);

/** An order is paid and settled, and its tracks are sold for ever. Amounts are in cents; links are relative to the shop's address. */
export const OrderCaptured = defineEvent(
  'orders.order-captured',
  z.object({
    orderId: id,
    ref: z.uuid(),
    version,
    buyerId: id,
    accountEmail,
    customer,
    items: z.array(
      z.object({
        productId: id,
        /** Counts the changes of the track's claim: held, released, sold. */
        claimVersion: version,
        name: z.string(),
        category: z.string(),
        img: z.string(),
        sellerId: id.nullable(),
        storeName: z.string(),
        priceCents: cents,
        projectCents: cents,
        discountCents: cents,
        paidCents: cents,
        projectName: z.string().nullable(),
        downloadUrl: z.string(),
        projectUrl: z.string().nullable(),
      }),
    ),
    subtotalCents: cents,
    discountCents: cents,
    feeCents: cents,
    totalCents: cents,
    couponCode: z.string().nullable(),
    payment: z.object({ method: z.string(), captureId: z.string() }),
    capturedAt: instant,
    createdAt: instant,
  }),
  {
    heardBy: ['identity', 'catalog', 'sellers', 'notifications'],
    timeline: {
      title: 'Order paid and settled',
      keep: ({ orderId, buyerId, items, totalCents, discountCents, feeCents, couponCode, payment }) => ({
        order: orderId,
        account: buyerId,
        track: items.map(({ productId }) => productId),
        store: items.map(({ sellerId }) => sellerId),
        facts: { totalCents, discountCents, feeCents, couponCode, method: payment.method, captureId: payment.captureId },
      }),
    },
    secret: [...LINKS, ...BUYER],
  },
);

/** Somebody placed an order without paying: the buyer wants to arrange the payment with the operator. */
export const OrderPlaced = defineEvent(
  'orders.order-placed',
  z.object({
    orderId: id,
    version,
    buyerId: id.nullable().default(null),
    accountEmail,
    customer,
    items: z.array(z.object({ productId: id, name: z.string(), storeName: z.string(), priceCents: cents, projectCents: cents })),
    totalCents: cents,
    heldUntil: instant,
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Unpaid order placed',
      keep: ({ orderId, buyerId, items, totalCents, heldUntil }) => ({
        order: orderId,
        account: buyerId,
        track: items.map(({ productId }) => productId),
        facts: { totalCents, heldUntil },
      }),
    },
    secret: BUYER,
  },
);

/** A payment does not fit its order: a person must look. Each alarm has its own version. */
export const PaymentNeedsReview = defineEvent(
  'orders.payment-needs-review',
  z.object({
    orderId: id,
    version,
    reason: z.string(),
    captureId: z.string().nullable(),
    /** Whether the buyer has received the links already, because the order was paid before. */
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
    heardBy: ['sellers', 'notifications'],
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
 * PayPal's books and the shop's differ about a payment. `open` is false when they agree again or an admin has looked at the difference.
 * While it is open, the sellers concerned are not paid out.
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
 * The shop's books were compared with PayPal's, or PayPal could not be reached. `sales` are those that the sellers' ledgers must hold;
 * `night` is the day of a nightly run on the shop's calendar.
 */
export const PaymentsReconciled = defineEvent(
  'orders.payments-reconciled',
  z.object({
    runId: id,
    night: z.iso.date().nullable(),
    at: instant,
    reached: z.boolean(),
    captures: z.int(),
    refunds: z.int(),
    disputes: z.int(),
    /** The open differences, newest first, at most a hundred. */
    open: z.array(z.object({ differenceId: id, orderId: id.nullable(), reason: z.string() })),
    sales: z.array(z.object({ orderId: id, sellerIds: z.array(id), refunded: z.boolean() })),
  }),
  {
    heardBy: ['sellers', 'notifications'],
    timeline: {
      title: 'Payments reconciled',
      keep: ({ runId, night, reached, captures, refunds, disputes, open }) => ({
        facts: { runId, night, reached, captures, refunds, disputes, open: open.length },
      }),
    },
  },
);

/**
 * What a buyer has open with the operator has changed: unpaid orders that hold tracks, payments that are not finished, and disputes at
 * PayPal. When all numbers are zero, nothing is open.
 */
export const OpenPurchasesChanged = defineEvent(
  'orders.open-purchases-changed',
  z.object({ userId: id, version, holds: z.int(), payments: z.int(), disputes: z.int() }),
  {
    heardBy: ['identity'],
    timeline: {
      title: 'Open purchases changed',
      keep: ({ userId, holds, payments, disputes }) => ({ account: userId, facts: { holds, payments, disputes } }),
    },
  },
);

/**
 * A closed store sells nothing any more: no payment for one of its tracks is under way, and none will begin. `sales` counts all its sales
 * that were ever paid, so a service that has booked as many has seen the last one.
 */
export const StoreSettled = defineEvent('orders.store-settled', z.object({ sellerId: id, sales: z.int() }), {
  heardBy: ['sellers'],
  timeline: { title: 'Closed store settled', keep: ({ sellerId, sales }) => ({ store: sellerId, facts: { sales } }) },
});

/** The buyer or an admin wants the order's mail once more, perhaps with new links. It is not sent yet. */
export const OrderResendRequested = defineEvent(
  'orders.order-resend-requested',
  z.object({ requestId: z.uuid(), order: OrderCaptured.shape }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Mail of the order asked for again',
      keep: ({ order: { orderId, buyerId } }) => ({ order: orderId, account: buyerId }),
    },
    secret: [...LINKS, ...BUYER],
  },
);

/**
 * Somebody ordered a service. Nothing is agreed or charged: the operator answers by mail. `wishes` are in the order of the form's
 * fields.
 */
export const ServiceRequested = defineEvent(
  'orders.service-requested',
  z.object({
    requestId: id,
    service: z.enum(SERVICES),
    buyerId: id,
    accountEmail,
    name: z.string(),
    /** The address as typed: nobody has confirmed it. */
    email: z.string(),
    wishes: z.array(z.object({ asked: z.string(), answer: z.string() })),
    description: z.string(),
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Service requested',
      keep: ({ requestId, service, buyerId }) => ({ account: buyerId, facts: { requestId, service } }),
    },
    secret: ['name', 'email', 'accountEmail', 'answer', 'description'],
  },
);

/**
 * Somebody followed the download link of a bought track or its project; `times` counts the downloads. Anybody with the link can use it,
 * so nobody knows who it was.
 */
export const FilesDownloaded = defineEvent(
  'orders.files-downloaded',
  z.object({ orderId: id, productId: id, buyerId: id, project: z.boolean(), times: z.int() }),
  {
    heardBy: [],
    timeline: {
      title: 'Files downloaded',
      keep: ({ orderId, productId, buyerId, project, times }) => ({
        order: orderId,
        track: productId,
        account: buyerId,
        facts: { project, times },
      }),
    },
  },
);
