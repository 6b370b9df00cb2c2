import { z } from 'zod';
import { defineEvent } from '../../declare';
import { accountEmail, cents, id, instant, ORIGIN_NOTES, soundOrigins, version } from '../shapes';

/** Links that carry a token with which anybody can download. */
const LINKS = ['downloadUrl', 'projectUrl'];

/** The fields that identify the buyer. An hour after the event was sent, nobody needs them in it any more. */
const BUYER = ['firstName', 'lastName', 'email', 'country', 'accountEmail'];

/** The buyer's details as typed at checkout. Nobody has confirmed that the address is theirs. */
const customer = z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), country: z.string() });

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
    /** The address in `customer` was the account's own when the order was made. The account has given it up: no mail goes there. */
    addressGivenUp: z.boolean().default(false),
    items: z.array(
      z.object({
        productId: id,
        /** Counts the changes of the track's claim: held, released, sold. */
        claimVersion: version,
        name: z.string(),
        category: z.string(),
        /** Null for a track that was bought before orders stored keys, or whose order an older release settled. */
        musicKey: z.string().nullable().default(null),
        keyMode: z.string().nullable().default(null),
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
        /** The code of its certificate; null when an older release settled the order. */
        certificateCode: z.string().nullable().default(null),
        /** Null when its seller declared nothing, or an older release settled the order. */
        origins: soundOrigins.nullable().default(null),
      }),
    ),
    subtotalCents: cents,
    discountCents: cents,
    feeCents: cents,
    totalCents: cents,
    couponCode: z.string().nullable(),
    payment: z.object({ method: z.string(), captureId: z.string() }),
    /** The shop as it was at the sale, for the contracts; null when an older release settled the order. */
    site: z
      .object({ name: z.string(), timeZone: z.string(), url: z.string().nullable().default(null) })
      .nullable()
      .default(null),
    /** The newest head of the sales log at the sale, its root in base64; null when an older release settled the order. */
    log: z.object({ size: z.int(), root: z.string() }).nullable().default(null),
    /** The version of the terms that the buyer accepted; null from an older release. */
    termsVersion: z.string().nullable().default(null),
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
    secret: [...LINKS, ...BUYER, ...ORIGIN_NOTES],
  },
);

/**
 * Sales of before, announced again after an upgrade and when facts are said again: who has bought which tracks, as it is now.
 * `refunded` is what went back of a track, its project's files or all. `ended`: since `revision` no links lead to the files of the order.
 */
export const SalesAnnounced = defineEvent(
  'orders.sales-announced',
  z.object({
    sales: z.array(
      z.object({
        orderId: id,
        buyerId: id,
        revision: version,
        ended: z.boolean(),
        capturedAt: instant,
        items: z.array(z.object({ productId: id, project: z.boolean(), refunded: z.enum(['project', 'track']).nullable() })),
      }),
    ),
  }),
  {
    heardBy: ['catalog'],
    timeline: { title: 'Sales announced again', keep: ({ sales }) => ({ facts: { sales: sales.length } }) },
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
    items: z.array(
      z.object({
        productId: id,
        name: z.string(),
        sellerId: id.nullable().default(null),
        storeName: z.string(),
        priceCents: cents,
        projectCents: cents,
      }),
    ),
    subtotalCents: cents.nullable().default(null),
    discountCents: cents.nullable().default(null),
    feeCents: cents.nullable().default(null),
    couponCode: z.string().nullable().default(null),
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
        store: items.map(({ sellerId }) => sellerId),
        facts: { totalCents, heldUntil },
      }),
    },
    secret: BUYER,
  },
);

/**
 * An order ended without a sale, against its buyer's expectation: an admin cancelled an arranged order early, or PayPal declined,
 * gave back or never took a payment that was held, in review or being confirmed. Not sent for an end that the buyer saw or knew of.
 */
export const OrderEnded = defineEvent(
  'orders.order-ended',
  z.object({ orderId: id, version, buyerId: id, accountEmail, why: z.enum(['cancelled', 'declined', 'refunded']) }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Order ended without a sale',
      keep: ({ orderId, buyerId, why }) => ({ order: orderId, account: buyerId, facts: { why } }),
    },
    secret: ['accountEmail'],
  },
);

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
    secret: [...LINKS, ...BUYER, ...ORIGIN_NOTES],
  },
);

/**
 * The links of an order's files from before `revision` have ended, and so have the addresses of packages that they led to: new links
 * were asked for, the money went back, the order came under review or out of it, or its buyer was erased. `ended`: no links take their
 * place; a later revision may bring some again. Said only of orders with a package.
 */
export const LinksRevoked = defineEvent(
  'orders.links-revoked',
  z.object({ orderId: id, revision: version, ended: z.boolean().default(false) }),
  {
    heardBy: ['catalog'],
    timeline: {
      title: 'Links of an order ended',
      keep: ({ orderId, revision, ended }) => ({ order: orderId, facts: { revision, ended } }),
    },
  },
);

/** The same for one track of an order, whose money went back; the links to its other tracks work on. */
export const TrackLinksRevoked = defineEvent(
  'orders.track-links-revoked',
  z.object({ orderId: id, productId: id, revision: version }),
  {
    heardBy: ['catalog'],
    timeline: {
      title: 'Links of a track ended',
      keep: ({ orderId, productId, revision }) => ({ order: orderId, track: productId, facts: { revision } }),
    },
  },
);

/**
 * Somebody followed the download link of a bought track or its project; `times` counts the downloads. Anybody with the link can use
 * it, so it names no person.
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
