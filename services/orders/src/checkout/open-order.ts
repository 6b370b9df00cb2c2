import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { CustomerInfo } from '@shop/contracts/views';
import { unavailable } from '@shop/http';
import { jsonb, rowsOf, soon, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { refuseDeletedBuyer } from '../buyers/refuse-deleted-buyer';
import { announceHeld, claimAll, obstacles, release } from '../claims/claims';
import { oftenLimits, refuseOverHolding, rememberHolds } from '../claims/hold-limits';
import { checkoutsToEnd, ownCheckouts } from '../claims/own-checkouts';
import { standingOf } from '../claims/standing';
import { shownCoupon } from '../coupons/shown-coupon';
import { keepOrder } from '../orders/keep-order';
import { OrderItem } from '../orders/order-item.entity';
import { Order, type Way } from '../orders/order.entity';
import type { Settings } from '../context';
import { checkoutConflict } from './conflicts';
import { askedTracks, quote, type Quote, type Wish } from './quote';

export const RESERVED_SECONDS: Record<Way, number> = { paypal: 15 * 60, arranged: 24 * 3600 };

/** `client` is a hash of the client's address; `hasLeft` answers whether the browser has closed the connection. */
export type Purchase = {
  buyerId: number;
  client: string;
  way: Way;
  customer: CustomerInfo;
  wish: Wish;
  hasLeft: () => boolean;
};
/** An order that a newer one replaced, as it was before. */
export type Replaced = Pick<Order, 'id' | 'status' | 'reservedUntil'>;
export type OpenedOrder = { order: Order; items: OrderItem[]; replaced: Replaced[] };

/**
 * Makes an unpaid order and reserves its tracks. It cancels an older order of the buyer for one of them, and unpaid checkouts of
 * theirs that have taken what this one needs, a coupon's use or room under a limit: a left tab must not block its buyer
 * (docs/product/checkout.md#holds).
 * @throws Refusal 401 when the account is gone, 409 when a track cannot be had or the shown totals are wrong, 429 over a limit, 503
 * when the buyer has left: a request that they gave up must not replace a newer one
 */
export async function openOrder(tx: Tx, purchase: Purchase, settings: Settings): Promise<OpenedOrder> {
  const { db } = tx;
  const { buyerId, way, wish } = purchase;
  const lasts = RESERVED_SECONDS[way];
  const limits = { productIds: wish.productIds, lasts, ...oftenLimits(way, settings.rateScale) };
  // Sent together, in this order. All code locks in this order: buyer, orders, their coupon, their claims.
  const [, , holding, left, asked, before] = await Promise.all([
    lockHolder(db, purchase),
    refuseDeletedBuyer(db, buyerId),
    ownOrdersHolding(db, buyerId, wish.productIds),
    ownCheckouts(db, buyerId),
    askedTracks(db, buyerId, wish),
    standingOf(db, purchase, limits),
  ]);
  const coupon = wish.couponId === null ? null : await shownCoupon(db, buyerId, wish.couponId, settings.timeZone);
  const others = left.filter(({ id }) => !holding.some((one) => one.id === id));
  const ending = await checkoutsToEnd(
    db,
    { buyerId, way, productIds: wish.productIds, coupon, replaced: idsOf(holding) },
    others,
    before,
    settings.rateScale,
  );
  const standing = ending.length > 0 ? await standingOf(db, purchase, { ...limits, ending: idsOf(ending) }) : before;
  const replaced = [...holding, ...ending].sort((a, b) => a.id - b.id);
  const replacedIds = idsOf(replaced);
  const quoted = await quote(db, buyerId, wish, { asked, coupon, replaced: replacedIds });
  refuseOverHolding(standing, way, quoted.items, settings.rateScale);

  const { goesOn } = standing;
  const seconds = Math.min(lasts, ...goesOn.map((one) => one.seconds));
  if (replaced.length > 0) await lockClaims(db, wish.productIds, replacedIds);
  const ref = randomUUID();
  const [opened, { taken, refused }] = await Promise.all([
    insertOrder(db, ref, purchase, quoted, seconds),
    claimAll(db, wish.productIds, { orderId: { ref }, buyerId, state: 'reserved', seconds, fromOwnOrders: true }),
  ]);
  const { order } = opened;
  if (refused.length > 0) throw await lostRace(db, buyerId, refused, quoted);

  const until = order.reservedUntil;
  assert(until, 'a reservation has an end');
  await rememberHolds(db, order.id, purchase, { productIds: wish.productIds, goesOn, until });
  const asBefore = replaced.map(({ id, status, reservedUntil }) => ({ id, status, reservedUntil }));
  for (const older of replaced) await replace(tx, older, order.id);
  await announceHeld(tx, order.id, taken, until);
  if (purchase.hasLeft()) throw unavailable('You left before your order was made.');
  return { ...opened, replaced: asBefore };
}

/**
 * Lets the orders of one buyer, and of one client address, be made one after the other, so that the limits are exact and two tabs
 * cannot deadlock. The buyer's lock (`buyer-locks.ts`) comes first.
 */
export const lockHolder = (db: EntityManager, { buyerId, client }: Pick<Purchase, 'buyerId' | 'client'>) =>
  db.query('SELECT pg_advisory_xact_lock(1, $1), pg_advisory_xact_lock(2, hashtext($2))', soon([buyerId, client]));

const ownOrdersHolding = (db: EntityManager, buyerId: number, productIds: readonly number[]): Promise<Order[]> =>
  rowsOf(
    db,
    Order,
    `WHERE payment_state = 'created' AND id IN (SELECT order_id FROM sale_claims
       WHERE product_id = ANY($1) AND buyer_id = $2 AND state = 'reserved') ORDER BY id FOR UPDATE`,
    [productIds, buyerId],
  );

const idsOf = (orders: readonly Order[]) => orders.map(({ id }) => id);

/** Locks the claims of these tracks and orders by product id to prevent deadlocks. A track without a claim gets a row for it. */
export async function lockClaims(db: EntityManager, productIds: readonly number[], orderIds: readonly number[]) {
  await db.query(
    `INSERT INTO sale_claims (product_id, state, version) SELECT id, 'free', 0 FROM unnest($1::int[]) AS id ORDER BY id
     ON CONFLICT DO NOTHING`,
    [productIds],
  );
  await db.query(`SELECT 1 FROM sale_claims WHERE product_id = ANY($1) OR order_id = ANY($2) ORDER BY product_id FOR UPDATE`, [
    productIds,
    orderIds,
  ]);
}

async function insertOrder(
  db: EntityManager,
  ref: string,
  purchase: Purchase,
  { totals, coupon, items }: Quote,
  seconds: number,
) {
  const { buyerId, way } = purchase;
  const { firstName, lastName, email, country, phone } = purchase.customer;
  const customer = { firstName, lastName, email, country, ...(phone ? { phone } : {}) };
  const chosen = {
    couponId: coupon?.id ?? null,
    couponCode: coupon?.code ?? null,
    couponPercent: coupon?.discountPercent ?? null,
  };
  const facts = { ref, version: 1, buyerId, way, customer, ...totals, ...chosen };
  const [row] = await db.query<[{ id: number; createdAt: Date; reservedUntil: Date }]>(
    `WITH made AS (
       INSERT INTO orders (ref, version, buyer_id, way, customer, subtotal_cents, discount_cents, fee_cents, total_cents, coupon_id,
         coupon_code, coupon_percent, reserved_until)
       SELECT ref, version, "buyerId", way, customer, "subtotalCents", "discountCents", "feeCents", "totalCents", "couponId",
         "couponCode", "couponPercent", date_trunc('milliseconds', now() + make_interval(secs => $3))
       FROM jsonb_to_record($1) AS made (ref uuid, version int, "buyerId" int, way text, customer jsonb, "subtotalCents" int,
         "discountCents" int, "feeCents" int, "totalCents" int, "couponId" int, "couponCode" text, "couponPercent" int)
       RETURNING id, created_at, reserved_until
     ), bought AS (
       INSERT INTO order_items (order_id, product_id, position, name, category, img, seller_id, store_name, project_name,
         project_chosen, price_cents, project_cents, discount_cents, paid_cents)
       SELECT made.id, "productId", position, name, category, img, "sellerId", "storeName", "projectName", "projectChosen",
         "priceCents", "projectCents", "discountCents", "paidCents"
       FROM made, jsonb_to_recordset($2) AS item ("productId" int, position int, name text, category text, img text, "sellerId" int,
         "storeName" text, "projectName" text, "projectChosen" boolean, "priceCents" int, "projectCents" int, "discountCents" int,
         "paidCents" int)
     ), noted AS (
       INSERT INTO order_events (order_id, event, detail) SELECT id, 'created', $4::text FROM made
     )
     SELECT id, created_at AS "createdAt", reserved_until AS "reservedUntil" FROM made`,
    [jsonb(facts), jsonb(items), seconds, way === 'paypal' ? 'PayPal' : 'to be arranged with the house'],
  );
  const order = db.create(Order, { ...NEW_ORDER, ...facts, ...row });
  return { order, items: items.map((item) => db.create(OrderItem, { ...NEW_ITEM, ...item, orderId: row.id })) };
}

/** The defaults that the database gives a new row. */
const NEW_ORDER = {
  status: 'pending',
  paymentState: 'created',
  closed: null,
  addressGivenUp: false,
  paypalOrderId: null,
  attempt: 1,
  nextCheckAt: null,
  checks: 0,
  heldCaptureId: null,
  reviewCaptureId: null,
  reviewAmountCents: null,
  paidAt: null,
  siteName: null,
  siteTimeZone: null,
} as const;
const NEW_ITEM = { linkRevision: 1, downloadCount: 0, projectDownloadCount: 0, contractHash: null };

async function lostRace(db: EntityManager, buyerId: number, refused: readonly number[], { items }: Quote) {
  const found = await obstacles(db, refused, buyerId);
  const problems = refused.map((id) => {
    const obstacle = found.find((one) => one.productId === id);
    const name = items.find((item) => item.productId === id)?.name ?? '';
    return { id, name, code: obstacle?.code ?? ('held' as const), until: obstacle?.until ?? null };
  });
  return checkoutConflict(problems, null);
}

async function replace(tx: Tx, older: Order, by: number) {
  await release(tx, older.id);
  older.replace();
  await keepOrder(tx.db, older, 'replaced', `by order ${by}`);
}
