import { z } from 'zod';
import { EMAIL_CONFIRM_HOURS } from '../../constants';
import { defineEvent } from '../../declare';
import { cents, id, instant, version, aboutStore, OWNER } from '../shapes';

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
 * An admin deleted a seller: the store is closed for good, as in StoreClosed, and the account stays. Nothing was owed to the store.
 * It is not sent when the account itself was deleted. `storeName` is the store's former name.
 */
export const SellerDeleted = defineEvent('sellers.seller-deleted', z.object(aboutStore), {
  heardBy: ['notifications'],
  timeline: { title: 'Seller deleted', keep: ({ sellerId }) => ({ store: sellerId }) },
  secret: OWNER,
});

/**
 * The open matters of a store have changed: the cents that the shop owes it, due or not, and the number of its tracks that are held
 * or being paid for. Below zero the store was paid more than it has earned. When both are zero, nothing is open.
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

/** An admin set the status of a store or decided about its document; the status may be the same as before. */
export const SellerStatusChanged = defineEvent(
  'sellers.seller-status-changed',
  z.object({
    ...aboutStore,
    before: z.string(),
    status: z.string(),
    /** The identity document was not accepted; another may be sent. */
    documentRefused: z.boolean().default(false),
    /** An identity document waits for a decision. */
    documentWaits: z.boolean().default(true),
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
 * A seller's payout details changed. The event names only the last four digits of a card, and only enough of an address to
 * recognise it. `unused`: the shop has blanked a card number that received no payout for a long time.
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

/** A store is to be paid to another PayPal address. Batches pay to it once `confirmation` comes back, within 24 hours. */
export const PaypalConfirmationRequested = defineEvent(
  'sellers.paypal-confirmation-requested',
  z.object({ sellerId: id, userId: id, email: z.string(), confirmation: z.string(), expiresAt: instant }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'PayPal address to be confirmed',
      keep: ({ sellerId, userId, expiresAt }) => ({ store: sellerId, account: userId, facts: { expiresAt } }),
    },
    secret: true,
    holdsHours: EMAIL_CONFIRM_HOURS,
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
