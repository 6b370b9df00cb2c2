import {
  NewDeviceLoggedIn,
  EmailChanged,
  EmailChangeRequested,
  OrderCaptured,
  OrderPlaced,
  OrderResendRequested,
  PasswordResetRequested,
  PaymentNeedsReview,
  PaymentRefunded,
  PaymentsReconciled,
  PayoutRecorded,
  PayoutReversed,
  RegistrationRepeated,
  SaleBooked,
  SaleReversed,
  SecondFactorChanged,
  SellerPaymentChanged,
  SellerStatusChanged,
  SellerVerificationUploaded,
  ServiceRequested,
  StoreNameCollided,
  SubmissionChanged,
  SubmissionOverdue,
  TrackSubmitted,
  TrackUnsold,
  UserChanged,
  UserDeleted,
  UserRegistered,
  VerificationCodeRequested,
} from '@shop/contracts/events';
import { house } from './notifications-app';

export const MARA = 'mara@example.com';
const NORA = 'nora@example.com';
const at = '2026-11-20T15:00:00.000Z';

const code = { email: MARA, name: 'Mara', code: '123456', expiresAt: at };
const user = { userId: 2, version: 2, name: 'Mara', lastName: 'Lind', email: MARA, country: 'Sweden', isAdmin: false };
const moved = { userId: 2, version: 3, name: 'Mara', email: MARA, previousEmail: 'old@example.com' };
const customer = { firstName: 'Mara', lastName: 'Lind', email: MARA, country: 'Sweden' };
const item = {
  productId: 11,
  claimVersion: 2,
  name: 'Night Cargo',
  category: 'Techno',
  img: '/media/catalog/a.webp',
  sellerId: null,
  storeName: 'Ghostline',
  priceCents: 29900,
  projectCents: 10000,
  discountCents: 0,
  paidCents: 39900,
  projectName: 'Ableton Live',
  downloadUrl: '/api/orders/7/downloads/11?token=abc',
  projectUrl: '/api/orders/7/downloads/11-project?token=def',
};
export const anOrder = {
  orderId: 7,
  ref: '7f9c24e5-2b1a-4d9b-8f2e-0a1b2c3d4e5f',
  version: 3,
  buyerId: 2,
  customer,
  items: [item],
  subtotalCents: 39900,
  discountCents: 0,
  feeCents: 1995,
  totalCents: 41895,
  couponCode: null,
  payment: { method: 'paypal', captureId: 'CAP1' },
  capturedAt: at,
  createdAt: at,
};
const requestId = '11111111-2222-4333-8444-555555555555';
const service = { requestId: 12, service: 'mixing-mastering' as const, buyerId: 2, name: 'Mara Lind', email: MARA };
const store = { sellerId: 3, version: 2, storeName: 'Velvet Static', owner: { name: 'Nora', email: NORA } };
const track = {
  submissionId: 12,
  version: 1,
  sellerId: 3,
  storeName: 'Velvet Static',
  trackName: 'Harbour Lights',
  contactEmail: NORA,
  status: 'submitted' as const,
  dueAt: at,
};
const sale = { ...store, orderId: 7, productId: 11, trackName: 'Night Cargo', netCents: 20930 };
const booked = { grossCents: 29900, sellerDiscountCents: 0, shopDiscountCents: 0, commissionCents: 8970, dueOn: '2026-11-25' };
const payout = { ...store, payoutId: 5, amountCents: 20930, method: 'paypal' as const, reference: 'PP-77' };

const aNight = { runId: 1, night: '2026-11-21', at, reached: true, captures: 3, refunds: 1, disputes: 0, sales: [] };

/** Addresses with what the mail to them says. */
type Case = [what: string, event: { type: string; data: unknown }, mails: [to: string, ...words: string[]][]];

/** Every event that brings mails, and what each of them says in both its versions. */
export const MAIL_CASES: Case[] = [
  ['a registration', UserRegistered(code), [[MARA, 'Hello Mara', '123456', '10 minutes']]],
  ['a wish for another code', VerificationCodeRequested({ ...code, code: '654321' }), [[MARA, '654321']]],
  [
    'a registration with a known address',
    RegistrationRepeated({ userId: 2, email: MARA, name: 'Mara' }),
    [[MARA, 'already have an account', 'https://shop.example/login', 'https://shop.example/forgot-password']],
  ],
  [
    'a forgotten password',
    PasswordResetRequested({ userId: 2, email: MARA, name: 'Mara', token: 'a-long-token', expiresAt: at }),
    [[MARA, 'https://shop.example/reset-password/a-long-token', 'once, for 30 minutes']],
  ],
  [
    'a changed password',
    UserChanged({ ...user, previousEmail: null, passwordChanged: true }),
    [[MARA, 'password', 'was changed just now', 'https://shop.example/forgot-password']],
  ],
  [
    'a changed address',
    EmailChanged({ ...moved, undo: { token: 'undo-tok', until: at } }),
    [['old@example.com', 'e-mail address', 'was changed just now', 'https://shop.example/undo-email-change/undo-tok', '7 days']],
  ],
  [
    'an address that an administrator changed',
    EmailChanged({ ...moved, undo: null }),
    [['old@example.com', 'e-mail address', 'was changed just now', 'https://shop.example/contact']],
  ],
  ['the account is gone', UserDeleted({ userId: 2, version: 3, email: MARA }), []],
  [
    'a login from a new device',
    NewDeviceLoggedIn({ userId: 2, email: MARA, name: 'Mara', device: 'Chrome on Windows', place: '192.0.2.x', at }),
    [[MARA, 'Chrome on Windows, address 192.0.2.x', 'https://shop.example/account?tab=security']],
  ],
  [
    'an authenticator app that was removed',
    SecondFactorChanged({ userId: 2, email: MARA, name: 'Mara', change: 'app-removed', at }),
    [[MARA, 'the authenticator app was removed from your account', 'https://shop.example/forgot-password']],
  ],
  [
    'second factors that the operator took away',
    SecondFactorChanged({ userId: 2, email: MARA, name: 'Mara', change: 'all-removed', at }),
    [[MARA, 'removed authenticator app, passkeys and recovery codes from your account', 'https://shop.example/forgot-password']],
  ],
  [
    'an address to be confirmed',
    EmailChangeRequested({ userId: 2, email: 'new@example.com', token: 'confirm-tok', expiresAt: at }),
    [['new@example.com', 'https://shop.example/confirm-email/confirm-tok', '24 hours']],
  ],
  [
    'a paid order',
    OrderCaptured(anOrder),
    [
      [
        MARA,
        'Thank you, Mara',
        'https://shop.example/api/orders/7/downloads/11?token=abc',
        'https://shop.example/api/orders/7/downloads/11-project?token=def',
        'Service fees (5%)',
        '$19.95',
        '$418.95',
        '10 business days',
        'https://shop.example/account?tab=orders',
      ],
      [house, 'Mara Lind', MARA, 'order #7 by PayPal', '$418.95', 'CAP1'],
    ],
  ],
  [
    'a wish to have the links again',
    OrderResendRequested({ requestId, order: anOrder }),
    [[MARA, 'https://shop.example/api/orders/7/downloads/11?token=abc', '$418.95']],
  ],
  [
    'an order whose payment is to be arranged',
    OrderPlaced({ orderId: 7, version: 1, customer, items: [item], totalCents: 41895, heldUntil: at }),
    [
      [
        MARA,
        'we hold these tracks for you until',
        'Friday, 20 November 2026, 18:00 (Moscow time)',
        'Night Cargo',
        '$399.00',
        '$418.95',
      ],
      [house, 'wants to arrange payment', MARA, 'Sweden', '$418.95'],
    ],
  ],
  [
    'a payment that needs a look',
    PaymentNeedsReview({ orderId: 7, version: 4, reason: 'The amounts differ.', captureId: 'CAP1', delivered: false }),
    [[house, 'Nothing was delivered.', 'The amounts differ.', 'CAP1']],
  ],
  [
    'a night whose books agree',
    PaymentsReconciled({ ...aNight, open: [] }),
    [[house, '3 payments, 1 refunds, 0 disputes', 'Nothing waits for a look.']],
  ],
  [
    'a night whose books differ',
    PaymentsReconciled({ ...aNight, open: [{ differenceId: 4, orderId: 7, reason: 'PayPal gave $10.00 back' }] }),
    [[house, 'Order #7', 'PayPal gave $10.00 back', 'https://shop.example/mdghost-panel-secur/reconciliation']],
  ],
  ['a night without PayPal', PaymentsReconciled({ ...aNight, reached: false, open: [] }), [[house, 'could not be compared']]],
  [
    'a refund',
    PaymentRefunded({
      orderId: 7,
      ref: anOrder.ref,
      version: 4,
      buyerId: 2,
      captureId: 'CAP1',
      refundId: 'REF1',
      amountCents: 41895,
      refundedAt: at,
    }),
    [[house, '$418.95', 'no longer work']],
  ],
  [
    'a service request',
    ServiceRequested({ ...service, wishes: [{ asked: 'Needs', answer: 'Mixing' }], description: 'The kick must breathe.' }),
    [
      [house, 'Mara Lind', MARA, 'Needs', 'Mixing', 'The kick must breathe.'],
      [MARA, 'within 24-48 hours', 'Needs', 'Mixing', 'The kick must breathe.'],
    ],
  ],
  [
    'two stores of one name',
    StoreNameCollided({ sellerId: 4, wantedName: 'Velvet Static', storeName: 'Velvet Static 2' }),
    [[house, '"Velvet Static"', 'Velvet Static 2']],
  ],
  [
    'a document',
    SellerVerificationUploaded({ ...store, uploadedAt: at }),
    [
      [house, 'within 48 hours'],
      [NORA, 'within 48 hours'],
    ],
  ],
  ['a new status', SellerStatusChanged({ ...store, before: '0', status: 'active' }), [[NORA, 'verified and active']]],
  [
    'new payout details',
    SellerPaymentChanged({ ...store, paidTo: 'the card ending in 4242', byAdmin: false, changedAt: at }),
    [[NORA, 'the card ending in 4242']],
  ],
  [
    'an unsold track',
    TrackUnsold({ ...store, productId: 9, trackName: 'Harbour Lights', publishedAt: at }),
    [[NORA, 'Harbour Lights']],
  ],
  [
    'a sent track',
    TrackSubmitted({
      ...track,
      genre: 'Deep House',
      bpm: 122,
      musicKey: 'F#',
      priceCents: 34900,
      hasProject: true,
      submittedAt: at,
    }),
    [
      [house, '$349.00'],
      [NORA, '$349.00'],
    ],
  ],
  [
    'a decision',
    SubmissionChanged({ ...track, version: 2, status: 'rejected', reason: 'The kick clips.', productId: null }),
    [[NORA, 'The kick clips.']],
  ],
  ['a promise that was not kept', SubmissionOverdue({ ...track, dueAt: at }), [[house, 'Harbour Lights']]],
  ['a sale', SaleBooked({ ...sale, ...booked }), [[NORA, '$209.30']]],
  ['a sale taken back', SaleReversed(sale), [[NORA, '$209.30']]],
  ['a payout', PayoutRecorded(payout), [[NORA, 'PP-77']]],
  ['a payout taken back', PayoutReversed({ ...payout, reason: 'Sent to another store' }), [[NORA, 'Sent to another store']]],
];
