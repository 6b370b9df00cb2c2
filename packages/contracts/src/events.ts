import { z } from 'zod';
import { SERVICES } from './constants';
import { defineEvent } from './define-event';
export { defineEvent, type DataOf, type Event, type ServiceName } from './define-event';

/**
 * Everything that the services tell each other. Past tense, data only; changes are additive, a breaking one is a new name.
 * `version` counts the changes of one aggregate: a copy takes only what is newer than what it has.
 */

const id = z.int().positive();
const cents = z.int();
const version = z.int().positive();
const instant = z.iso.datetime();

/* identity */

const person = { name: z.string(), lastName: z.string(), email: z.string(), country: z.string() };

/** Somebody filled in the registration form. No account exists until the code comes back. */
export const UserRegistered = defineEvent(
  'identity.user-registered',
  z.object({ email: z.string(), name: z.string(), code: z.string(), expiresAt: instant }),
  { heardBy: ['notifications'], secret: true },
);

/** A new code was wished for a pending registration; the older ones no longer work. */
export const VerificationCodeRequested = defineEvent(
  'identity.verification-code-requested',
  z.object({ email: z.string(), name: z.string(), code: z.string(), expiresAt: instant }),
  { heardBy: ['notifications'], secret: true },
);

/** Somebody tried to register with the address of an existing account. Its owner is told; the caller is not. */
export const RegistrationRepeated = defineEvent(
  'identity.registration-repeated',
  z.object({ userId: id, email: z.string(), name: z.string() }),
  { heardBy: ['notifications'] },
);

/** The account exists. `seller` is there when the person registered as a seller; the store is opened by sellers. */
export const UserVerified = defineEvent(
  'identity.user-verified',
  z.object({
    userId: id,
    version,
    ...person,
    seller: z.object({ storeName: z.string(), socialLink: z.string().nullable() }).nullable(),
  }),
  { heardBy: ['orders', 'sellers'] },
);

/** Name, address, country or the admin flag changed. `previousEmail` is there when the address did. */
export const UserChanged = defineEvent(
  'identity.user-changed',
  z.object({
    userId: id,
    version,
    ...person,
    isAdmin: z.boolean(),
    previousEmail: z.string().nullable(),
    passwordChanged: z.boolean(),
  }),
  { heardBy: ['orders', 'notifications'] },
);

/** The account is gone and its sessions ended. Histories stay, personal data are to be blanked. */
export const UserDeleted = defineEvent('identity.user-deleted', z.object({ userId: id, version }), {
  heardBy: ['orders'],
});

/** Somebody asked to reset the password of an existing account. The token works once, for 30 minutes. */
export const PasswordResetRequested = defineEvent(
  'identity.password-reset-requested',
  z.object({ userId: id, email: z.string(), name: z.string(), token: z.string(), expiresAt: instant }),
  { heardBy: ['notifications'], secret: true },
);

/* sellers */

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

/* catalog */

const product = {
  productId: id,
  version,
  name: z.string(),
  category: z.string(),
  img: z.string(),
  priceCents: cents,
  oldPriceCents: cents.nullable(),
  bpm: z.int().nullable(),
  musicKey: z.string(),
  projectName: z.string().nullable(),
  /** Null: the track is the house's own. */
  sellerId: id.nullable(),
  /** The account behind the seller: nobody buys his own track. */
  sellerUserId: id.nullable(),
  storeName: z.string(),
  downloadLink: z.string(),
  projectLink: z.string().nullable(),
  createdAt: instant,
};

/** A track is for sale. The links are for orders alone: nobody else keeps them. */
export const ProductPublished = defineEvent('catalog.product-published', z.object(product), {
  heardBy: ['identity', 'orders', 'sellers'],
});

/** Any field of a track changed. */
export const ProductChanged = defineEvent('catalog.product-changed', z.object(product), {
  heardBy: ['identity', 'orders', 'sellers'],
});

/** A track was taken out of the shop by an admin. It was not sold. */
export const ProductRemoved = defineEvent('catalog.product-removed', z.object({ productId: id, version }), {
  heardBy: ['identity', 'orders', 'sellers'],
});

/* orders */

/** An order holds a track until `until`. It is not sold, and nobody else can buy it meanwhile. */
export const TrackHeld = defineEvent('orders.track-held', z.object({ productId: id, orderId: id, version, until: instant }), {
  heardBy: ['catalog'],
});

/** The hold ended without a sale; anybody may buy the track again. */
export const TrackReleased = defineEvent('orders.track-released', z.object({ productId: id, orderId: id, version }), {
  heardBy: ['catalog', 'identity', 'sellers'],
});

/** It is paid and settled, and its tracks are sold for ever. Amounts in cents; links are relative to the shop's address. */
export const OrderCaptured = defineEvent(
  'orders.order-captured',
  z.object({
    orderId: id,
    ref: z.uuid(),
    version,
    buyerId: id,
    customer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), country: z.string() }),
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
  { heardBy: ['identity', 'catalog', 'sellers', 'notifications'] },
);

/** The admin-settable status changed. It moves no money. */
export const OrderStatusChanged = defineEvent(
  'orders.order-status-changed',
  z.object({ orderId: id, version, buyerId: id, status: z.string() }),
  { heardBy: [] },
);

/** An order was placed without payment: the buyer wants to arrange it with the house (decision 6). */
export const OrderPlaced = defineEvent(
  'orders.order-placed',
  z.object({
    orderId: id,
    version,
    customer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), country: z.string() }),
    items: z.array(z.object({ productId: id, name: z.string(), storeName: z.string(), priceCents: cents, projectCents: cents })),
    totalCents: cents,
    heldUntil: instant,
  }),
  { heardBy: ['notifications'] },
);

/** Money and order do not fit: a person must look. Each alarm has a version of its own. */
export const PaymentNeedsReview = defineEvent(
  'orders.payment-needs-review',
  z.object({
    orderId: id,
    version,
    reason: z.string(),
    captureId: z.string().nullable(),
    /** The buyer has had the links: the order was paid before. */
    delivered: z.boolean().default(false),
  }),
  { heardBy: ['notifications'] },
);

/** The money went back: links are revoked and the sale is reversed. */
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
  { heardBy: ['notifications'] },
);

/** The buyer or an admin wants the order's mail once more, perhaps with new links. */
export const OrderResendRequested = defineEvent(
  'orders.order-resend-requested',
  z.object({ requestId: z.uuid(), order: OrderCaptured.shape }),
  { heardBy: ['notifications'] },
);

/** Somebody ordered a service. Nothing is agreed or charged: the house answers by mail. `wishes` are in the order of the form. */
export const ServiceRequested = defineEvent(
  'orders.service-requested',
  z.object({
    requestId: id,
    service: z.enum(SERVICES),
    buyerId: id,
    name: z.string(),
    email: z.string(),
    wishes: z.array(z.object({ asked: z.string(), answer: z.string() })),
    description: z.string(),
  }),
  { heardBy: ['notifications'] },
);

export const ALL_EVENTS = [
  UserRegistered,
  VerificationCodeRequested,
  RegistrationRepeated,
  UserVerified,
  UserChanged,
  UserDeleted,
  PasswordResetRequested,
  StoreOpened,
  StoreChanged,
  StoreNameCollided,
  ProductPublished,
  ProductChanged,
  ProductRemoved,
  TrackHeld,
  TrackReleased,
  OrderCaptured,
  OrderPlaced,
  OrderStatusChanged,
  PaymentNeedsReview,
  PaymentRefunded,
  OrderResendRequested,
  ServiceRequested,
] as const;
