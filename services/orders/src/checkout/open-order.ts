import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { CustomerInfo } from '@shop/contracts/views';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { refuseDeletedBuyer } from '../buyers/refuse-deleted-buyer';
import { refuseOverCaps } from '../claims/caps';
import { announceHeld, claimAll, obstacles, release } from '../claims/claims';
import { heldAlready, lockClient, refuseOverHolding, rememberHolds } from '../claims/hold-limits';
import { note } from '../orders/history';
import { OrderItem } from '../orders/order-item.entity';
import { Order, type Way } from '../orders/order.entity';
import type { Settings } from '../context';
import { checkoutConflict } from './conflicts';
import { quote, type Quote, type Wish } from './quote';

export const RESERVED_SECONDS: Record<Way, number> = { paypal: 15 * 60, arranged: 24 * 3600 };

/** `client` is a hash of the client's address. */
export type Purchase = { buyerId: number; client: string; way: Way; customer: CustomerInfo; wish: Wish };
export type OpenedOrder = { order: Order; items: OrderItem[] };

/**
 * Makes an unpaid order and reserves its tracks: 15 minutes for PayPal, 24 hours for what is arranged with the operator. An older
 * order of the same buyer that holds one of them is cancelled: a left tab must not block its buyer (docs/product/checkout.md#holds).
 * @throws Refusal 401 when the buyer's account is gone, 409 when a track cannot be had or the shown totals are wrong, 429 over the caps.
 */
export async function openOrder(tx: Tx, purchase: Purchase, settings: Settings): Promise<OpenedOrder> {
  const { db } = tx;
  const { buyerId, way, wish } = purchase;
  await lockBuyer(db, buyerId);
  await lockClient(db, purchase.client);
  await refuseDeletedBuyer(db, buyerId);
  // locked in this order everywhere: orders, their coupon, their claims
  const replaced = await ownOrdersHolding(db, buyerId, wish.productIds);
  const replacedIds = replaced.map((older) => older.id);
  const quoted = await quote(db, buyerId, wish, settings.timeZone, replacedIds);
  await refuseOverCaps(db, buyerId, wish.productIds, settings.rateScale);
  const goesOn = await heldAlready(db, purchase, replacedIds, wish.productIds, RESERVED_SECONDS[way]);
  await refuseOverHolding(
    db,
    purchase,
    quoted.items,
    goesOn.map(({ productId }) => productId),
    settings.rateScale,
  );

  const order = await insertOrder(db, purchase, quoted);
  await lockClaims(db, wish.productIds, replacedIds);
  const seconds = Math.min(RESERVED_SECONDS[way], ...goesOn.map((one) => one.seconds));
  const { taken, refused } = await claimAll(db, wish.productIds, {
    orderId: order.id,
    buyerId,
    state: 'reserved',
    seconds,
    fromOwnOrders: true,
  });
  if (refused.length > 0) throw await lostRace(db, buyerId, refused, quoted);

  const until = taken[0]?.expiresAt;
  assert(until, 'a reservation has an end');
  await rememberHolds(db, order.id, purchase, { productIds: wish.productIds, goesOn, until });
  for (const older of replaced) await replace(tx, older, order.id);
  order.reservedUntil = until;
  await db.save(order);
  const items = await db.save(quoted.items.map((item) => db.create(OrderItem, { ...item, orderId: order.id })));
  await announceHeld(tx, order.id, taken, order.reservedUntil);
  await note(db, order.id, 'created', way === 'paypal' ? 'PayPal' : 'to be arranged with the house');
  return { order, items };
}

/** Orders of one buyer are made one after the other, so that the limits are exact and two tabs cannot deadlock. */
const lockBuyer = (db: EntityManager, buyerId: number) => db.query(`SELECT pg_advisory_xact_lock(1, $1)`, [buyerId]);

async function ownOrdersHolding(db: EntityManager, buyerId: number, productIds: readonly number[]): Promise<Order[]> {
  const rows = await db.query<{ order_id: number }[]>(
    `SELECT DISTINCT order_id FROM sale_claims WHERE product_id = ANY($1) AND buyer_id = $2 AND state = 'reserved'`,
    [productIds, buyerId],
  );
  return db
    .createQueryBuilder(Order, 'orders')
    .where('orders.id = ANY(:ids)', { ids: rows.map((row) => row.order_id) })
    .andWhere(`orders.paymentState = 'created'`)
    .orderBy('orders.id')
    .setLock('pessimistic_write')
    .getMany();
}

/**
 * Everything this order will touch is locked in one order, rows of replaced orders and of tracks nobody has claimed yet too:
 * nobody can wait in a circle.
 */
async function lockClaims(db: EntityManager, productIds: readonly number[], orderIds: readonly number[]) {
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

async function insertOrder(db: EntityManager, { buyerId, way, customer }: Purchase, { totals, coupon }: Quote): Promise<Order> {
  const { firstName, lastName, email, country, phone } = customer;
  const order = db.create(Order, {
    ref: randomUUID(),
    version: 1,
    buyerId,
    way,
    customer: { firstName, lastName, email, country, ...(phone ? { phone } : {}) },
    ...totals,
    couponId: coupon?.id ?? null,
    couponCode: coupon?.code ?? null,
    couponPercent: coupon?.discountPercent ?? null,
  });
  return db.save(order);
}

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
  older.end('expired', 'replaced');
  await tx.db.save(older);
  await note(tx.db, older.id, 'replaced', `by order ${by}`);
}
