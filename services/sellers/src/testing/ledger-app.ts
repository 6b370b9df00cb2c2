import { OrderCaptured, PaymentRefunded, RefundDone, type DataOf } from '@shop/contracts/events';
import type { LedgerView } from '@shop/contracts/views';
import { asAdmin, deliver, openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import type { Express } from 'express';
import request from 'supertest';
import { schema } from '../database';
import { subscriptionsOf } from '../subscriptions';
import { sellersApp } from './sellers-app';

const timeZone = 'Europe/Moscow';
const subscriptions = subscriptionsOf('Ghostline', timeZone);

export type LedgerApp = { app: Express; db: TestDatabase; goTo: (at: Date) => void; close: () => Promise<void> };

/** Sellers' ledger behind HTTP, with stores 1 and 2 of users 11 and 12; `goTo` sets its day. */
export async function openLedger(): Promise<LedgerApp> {
  const db = await openTestDatabase(schema);
  let now = new Date('2026-11-20T12:00:00Z');
  await db.source.query(
    `INSERT INTO sellers (user_id, store_name, status, payment_method, paypal_email, card_last4)
     VALUES (11, 'Velvet Static', 'active', 'paypal', 'pay@velvet.example', NULL), (12, 'Low Tide', 'active', 'card', NULL, '4242');
     INSERT INTO user_copies (user_id, version, name, last_name, email, country)
     VALUES (11, 1, 'Nora', 'Vale', 'nora@example.com', 'Norway')`,
  );
  return {
    app: sellersApp(db.source, { timeZone, clock: () => now }),
    db,
    goTo: (at) => void (now = at),
    close: () => db.drop(),
  };
}

type Item = Partial<DataOf<typeof OrderCaptured>['items'][number]>;

/** Paid on a Friday by default. The order's amounts follow from the items. */
export const captured = (orderId: number, items: Item[], capturedAt = '2026-11-20T12:00:00.000Z') => {
  const whole = items.map((item, i) => {
    const { priceCents = 29900, projectCents = 0, discountCents = 0 } = item;
    return {
      productId: orderId * 10 + i,
      claimVersion: 2,
      name: 'Night Cargo',
      category: 'Techno',
      img: '/media/catalog/a.webp',
      sellerId: 1,
      storeName: 'Velvet Static',
      projectName: null,
      downloadUrl: '/api/orders/1/downloads/1?token=t',
      projectUrl: null,
      ...{ priceCents, projectCents, discountCents },
      paidCents: priceCents + projectCents - discountCents,
      ...item,
    };
  });
  const sum = (field: 'priceCents' | 'projectCents' | 'discountCents') => whole.reduce((total, item) => total + item[field], 0);
  const subtotalCents = sum('priceCents') + sum('projectCents');
  return OrderCaptured({
    orderId,
    ref: `00000000-0000-4000-8000-${String(orderId).padStart(12, '0')}`,
    version: 2,
    buyerId: 7,
    customer: { firstName: 'Mara', lastName: 'Lind', email: 'mara@example.com', country: 'Sweden' },
    items: whole,
    subtotalCents,
    discountCents: sum('discountCents'),
    feeCents: 1495,
    totalCents: subtotalCents - sum('discountCents') + 1495,
    couponCode: null,
    payment: { method: 'paypal', captureId: `CAP-${orderId}` },
    capturedAt,
    createdAt: capturedAt,
  });
};

export const refunded = (orderId: number, refundedAt = '2026-11-24T12:00:00.000Z') =>
  PaymentRefunded({
    orderId,
    ref: `00000000-0000-4000-8000-${String(orderId).padStart(12, '0')}`,
    version: 3,
    buyerId: 7,
    captureId: `CAP-${orderId}`,
    refundId: `R-${orderId}`,
    amountCents: 31395,
    refundedAt,
  });

export const refundedInPart = (
  orderId: number,
  refundId: string,
  amounts: readonly number[],
  over: { borneBy?: 'sale' | 'house'; full?: boolean; occurredAt?: string } = {},
) => {
  const amountCents = amounts.reduce((sum, cents) => sum + cents, 0);
  return RefundDone({
    ...{ orderId, version: 3, buyerId: 7, refundId, amountCents, feeCents: 0, borneBy: 'sale', full: false },
    items: amounts.map((cents, i) => ({
      ...{ productId: orderId * 10 + i, name: 'Night Cargo', project: false, amountCents: cents, linkEnded: false },
    })),
    ...{ backCents: amountCents, takenCents: 31395, occurredAt: '2026-11-23T12:00:00.000Z' },
    ...over,
  });
};

export const hears = ({ db }: LedgerApp, event: { type: string; data: unknown }, times = 1) =>
  deliver(db.source, subscriptions, event, times);

export const uuid = (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
export const payout = (over: object = {}) => ({
  key: uuid(1),
  amountCents: 20930,
  method: 'paypal',
  reference: 'PP-1',
  ...over,
});
export const pay = ({ app }: LedgerApp, sellerId: number, body: object) =>
  request(app).post(`/api/sellers/${sellerId}/payouts`).set(asAdmin()).send(body);
export const takeBack = ({ app }: LedgerApp, payoutId: number, reason = 'Sent to another store') =>
  request(app).post(`/api/payouts/${payoutId}/reversal`).set(asAdmin()).send({ reason });

export const ledger = async ({ app }: LedgerApp, sellerId = 1, query: object = {}): Promise<LedgerView> => {
  const { body } = await request(app).get(`/api/sellers/${sellerId}/ledger`).query(query).set(asAdmin()).expect(200);
  return body as LedgerView;
};

/** The faults that the runbook looks for: sums that are not zero, and stored balances that differ from the entries. */
export async function ledgerFaults({ db }: LedgerApp): Promise<unknown[]> {
  const sums = await db.source.query<unknown[]>(
    `SELECT transaction_id, sum(amount_cents)::int AS cents FROM ledger_entries GROUP BY ROLLUP (transaction_id) HAVING sum(amount_cents) <> 0`,
  );
  return [...sums, ...(await db.source.query<unknown[]>(KEPT_WRONGLY))];
}

/** Balances that differ from the entries. They are added up from the first sale on, while the database goes back from the last. */
const KEPT_WRONGLY = `
  WITH standing AS (
    SELECT t.id, t.kind, t.seller_id, t.due_on, e.amount_cents + coalesce((
      SELECT sum(pe.amount_cents) FROM ledger_transactions part JOIN ledger_entries pe ON pe.transaction_id = part.id
      WHERE account = 'seller' AND t.kind = 'sale' AND part.kind = 'part_refund' AND part.order_id = t.order_id
        AND part.product_id = t.product_id), 0) AS cents
    FROM ledger_transactions t JOIN ledger_entries e ON transaction_id = t.id AND account = 'seller'
    WHERE NOT EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = t.id)
  ), booked AS (
    SELECT seller_id, coalesce(-sum(cents) FILTER (WHERE kind = 'sale'), 0) AS earned, coalesce(sum(cents) FILTER (WHERE kind = 'payout'), 0) AS paid
    FROM standing GROUP BY seller_id
  ), sales AS (
    SELECT *, -sum(cents) OVER (PARTITION BY seller_id ORDER BY due_on, id) AS reached FROM standing WHERE kind = 'sale'
  ), first AS (
    SELECT DISTINCT ON (seller_id) seller_id, sales.id, reached - paid AS cents
    FROM sales JOIN booked USING (seller_id) WHERE reached > paid ORDER BY seller_id, due_on, sales.id
  )
  SELECT * FROM ledger_balances kept FULL JOIN booked USING (seller_id) LEFT JOIN first USING (seller_id)
  WHERE (earned_cents, paid_cents) IS DISTINCT FROM (coalesce(earned, 0), coalesce(paid, 0))
    OR (open_sale, open_cents) IS DISTINCT FROM (first.id, first.cents)`;
