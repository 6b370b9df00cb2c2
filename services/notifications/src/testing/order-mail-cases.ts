import {
  AwaitedTrackReleased,
  OrderCaptured,
  OrderEnded,
  OrderPlaced,
  OrderResendRequested,
  PaymentNeedsReview,
  PaymentRefunded,
  PaymentsReconciled,
  ServiceRequested,
  TrackReleased,
} from '@shop/contracts/events';
import { MARA, at, later, type MailCase } from './mail-people';
import { operator } from './notifications-app';

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
  accountEmail: MARA,
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
const service = {
  requestId: 12,
  service: 'mixing-mastering' as const,
  buyerId: 2,
  accountEmail: MARA,
  name: 'Mara Lind',
  email: MARA,
};
const aNight = { runId: 1, night: '2026-11-21', at, reached: true, captures: 3, refunds: 1, disputes: 0, sales: [] };

export const ORDER_MAIL_CASES: MailCase[] = [
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
      [operator, 'Mara Lind', MARA, 'order #7 by PayPal', '$399.00', 'Service fees (5%)', '$19.95', '$418.95', 'CAP1'],
    ],
  ],
  [
    'a wish to have the links again',
    OrderResendRequested({ requestId, order: anOrder }),
    [[MARA, 'https://shop.example/api/orders/7/downloads/11?token=abc', '$418.95']],
  ],
  [
    'an order whose payment is to be arranged',
    OrderPlaced({
      orderId: 7,
      version: 1,
      buyerId: 2,
      accountEmail: MARA,
      customer,
      items: [item],
      subtotalCents: 39900,
      discountCents: 3990,
      feeCents: 1995,
      couponCode: 'GHOST10',
      totalCents: 37905,
      heldUntil: later,
    }),
    [
      [
        MARA,
        'we hold these tracks for you until',
        '20 Nov 2126, 18:00 (Moscow time)',
        'Night Cargo',
        'Subtotal',
        '$399.00',
        'Discount (GHOST10)',
        '-$39.90',
        'Service fees (5%)',
        '$19.95',
        '$379.05',
      ],
      [operator, 'wants to arrange payment', MARA, 'Sweden', '$399.00', '-$39.90', '$19.95', '$379.05'],
    ],
  ],
  [
    'an order whose payment is to be arranged, as an older version of orders said it',
    OrderPlaced({
      orderId: 8,
      version: 1,
      buyerId: 2,
      accountEmail: MARA,
      customer,
      items: [item],
      totalCents: 41895,
      heldUntil: later,
    }),
    [
      [MARA, 'we hold these tracks for you until', '$399.00', '$418.95'],
      [operator, 'wants to arrange payment', '$418.95'],
    ],
  ],
  ['a hold that has ended', TrackReleased({ productId: 11, orderId: 7, version: 3 }), []],
  [
    'an arranged order that an admin cancels',
    OrderEnded({ orderId: 7, version: 2, buyerId: 2, accountEmail: MARA, why: 'cancelled' }),
    [[MARA, 'Order #7 was cancelled. Nothing was charged.', 'no longer reserved', 'https://shop.example/account?tab=orders']],
  ],
  [
    'a payment that PayPal held and declines',
    OrderEnded({ orderId: 7, version: 3, buyerId: 2, accountEmail: MARA, why: 'declined' }),
    [[MARA, 'The payment of order #7 did not go through. Nothing was charged.', 'an answer to this mail is enough']],
  ],
  [
    'a payment that is given back after its review',
    OrderEnded({ orderId: 7, version: 4, buyerId: 2, accountEmail: MARA, why: 'refunded' }),
    [[MARA, 'We checked the payment of order #7, and it was returned to you.']],
  ],
  ['the end of an order whose buyer is gone', OrderEnded({ orderId: 7, version: 4, buyerId: 2, why: 'declined' }), []],
  [
    'a track that somebody waited for',
    AwaitedTrackReleased({
      productId: 11,
      claimVersion: 3,
      name: 'Night Cargo',
      storeName: 'Ghostline',
      buyerId: 2,
      accountEmail: MARA,
    }),
    [[MARA, 'The hold on "Night Cargo" by Ghostline has ended', 'https://shop.example/track/11', 'You asked for this mail']],
  ],
  [
    'a payment that needs a look',
    PaymentNeedsReview({ orderId: 7, version: 4, reason: 'The amounts differ.', captureId: 'CAP1', delivered: false }),
    [[operator, 'Nothing was delivered.', 'The amounts differ.', 'CAP1']],
  ],
  [
    'a payment that needs a look after its order was delivered',
    PaymentNeedsReview({ orderId: 7, version: 5, reason: '$1.00 more was given back.', captureId: 'CAP1', delivered: true }),
    [[operator, 'The order was paid and delivered before. $1.00 more was given back.', 'CAP1']],
  ],
  [
    'a night whose books agree',
    PaymentsReconciled({ ...aNight, open: [] }),
    [[operator, '3 payments, 1 refund, 0 disputes', 'Nothing waits for a look.']],
  ],
  [
    'a night whose books differ',
    PaymentsReconciled({ ...aNight, open: [{ differenceId: 4, orderId: 7, reason: 'PayPal gave $10.00 back' }] }),
    [[operator, 'Order #7', 'PayPal gave $10.00 back', 'https://shop.example/mdghost-panel-secur/reconciliation']],
  ],
  [
    'a night with more differences than the event names',
    PaymentsReconciled({
      ...aNight,
      open: Array.from({ length: 100 }, (_, n) => ({ differenceId: 140 - n, orderId: n + 1, reason: `Difference ${n + 1}` })),
      openCount: 140,
    }),
    [[operator, 'Difference 20', 'And 120 more.']],
  ],
  [
    'a night whose books could not be compared',
    PaymentsReconciled({ ...aNight, reached: false, problem: 'PayPal refuses it (HTTP 403 NOT_AUTHORIZED)', open: [] }),
    [[operator, 'could not be compared', 'PayPal refuses it (HTTP 403 NOT_AUTHORIZED)']],
  ],
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
    [[operator, '$418.95', 'no longer work; what was sold stays off sale.']],
  ],
  [
    'a service request',
    ServiceRequested({ ...service, wishes: [{ asked: 'Needs', answer: 'Mixing' }], description: 'The kick must breathe.' }),
    [
      [operator, 'Mara Lind', MARA, 'Needs', 'Mixing', 'The kick must breathe.'],
      [MARA, 'within 24-48 hours', 'Needs', 'Mixing', 'The kick must breathe.'],
    ],
  ],
];
