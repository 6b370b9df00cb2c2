import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { TERMS_VERSION } from '@shop/contracts/constants';
import type { CustomerInfo } from '@shop/contracts/views';
import { unavailable } from '@shop/http';
import { inOrder, rowsOf, type Tx } from '@shop/messaging';
import { soon } from '@shop/postgres';
import type { EntityManager } from 'typeorm';
import { refuseDeletedBuyer } from '../buyers/buyer-locks';
import { announceHeld, claimAll, lockClaims, obstacles, RESERVED_SECONDS } from '../claims/claims';
import { oftenLimits, refuseOverHolding, rememberHolds } from '../claims/hold-limits';
import { checkoutsToEnd, ownCheckouts } from '../claims/own-checkouts';
import { standingOf } from '../claims/standing';
import { shownCoupon } from '../coupons/shown-coupon';
import type { OrderItem } from '../orders/order-item.entity';
import { insertOrder, type OrderFacts } from '../orders/order-rows';
import { Order, type Way } from '../orders/order.entity';
import { transition } from '../payment-process/transition';
import { IS_RESERVED } from '../payment-states';
import type { Settings } from '../context';
import { checkoutConflict } from './conflicts';
import { wishedTracks, quote, type Quote, type Wish } from './quote';

/** `address` is the client's, `client` a hash of it; `hasLeft` answers whether the browser has closed the connection. */
export type Purchase = {
  buyerId: number;
  address: string;
  client: string;
  way: Way;
  customer: CustomerInfo;
  wish: Wish;
  hasLeft: () => boolean;
};
/** An order that a newer one replaced, as it was before. */
export type ReplacedOrder = Pick<Order, 'id' | 'status' | 'reservedUntil'>;
export type OpenedOrder = { order: Order; items: OrderItem[]; replaced: ReplacedOrder[] };

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
  // All code locks in this order: buyer, orders, their coupon, their claims.
  const [, , holding, checkouts, tracks, before] = await inOrder(db, [
    () => lockHolder(db, purchase),
    () => refuseDeletedBuyer(db, buyerId),
    () => ownOrdersHolding(db, buyerId, wish.productIds),
    () => ownCheckouts(db, buyerId),
    () => wishedTracks(db, buyerId, wish),
    () => standingOf(db, purchase, limits),
  ]);
  const coupon = wish.couponId === null ? null : await shownCoupon(db, buyerId, wish.couponId, settings.timeZone);
  const otherCheckouts = checkouts.filter(({ id }) => !holding.some((older) => older.id === id));
  const ending = await checkoutsToEnd(
    db,
    { buyerId, way, productIds: wish.productIds, coupon, replaced: idsOf(holding) },
    otherCheckouts,
    before,
    settings.rateScale,
  );
  const standing = ending.length > 0 ? await standingOf(db, purchase, { ...limits, ending: idsOf(ending) }) : before;
  const replacedOrders = [...holding, ...ending].sort((a, b) => a.id - b.id);
  const replacedIds = idsOf(replacedOrders);
  const newQuote = await quote(db, buyerId, wish, { asked: tracks, coupon, replaced: replacedIds });
  refuseOverHolding(standing, way, newQuote.items, settings.rateScale);

  const { goesOn } = standing;
  const seconds = Math.min(lasts, ...goesOn.map((hold) => hold.seconds));
  if (replacedOrders.length > 0) await lockClaims(db, wish.productIds, replacedIds);
  const ref = randomUUID();
  const [orderRows, { taken, refused }] = await inOrder(db, [
    () =>
      insertOrder(db, factsOf(ref, purchase, newQuote), newQuote.items, {
        seconds,
        detail: way === 'paypal' ? 'PayPal' : 'to be arranged with the house',
      }),
    () => claimAll(db, wish.productIds, { orderId: { ref }, buyerId, state: 'reserved', seconds, fromOwnOrders: true }),
  ]);
  const { order } = orderRows;
  if (refused.length > 0) throw await lostRace(db, buyerId, refused, newQuote);

  const until = order.reservedUntil;
  assert(until, 'a reservation has an end');
  await rememberHolds(db, order.id, purchase, { productIds: wish.productIds, goesOn, until });
  const asBefore = replacedOrders.map(({ id, status, reservedUntil }) => ({ id, status, reservedUntil }));
  for (const older of replacedOrders) await transition(tx, older, { kind: 'replaced', detail: `by order ${order.id}` });
  await announceHeld(tx, order.id, taken, until);
  if (purchase.hasLeft()) throw unavailable('You left before your order was made.');
  return { ...orderRows, replaced: asBefore };
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
    `WHERE ${IS_RESERVED} AND id IN (SELECT order_id FROM sale_claims
       WHERE product_id = ANY($1) AND buyer_id = $2 AND state = 'reserved') ORDER BY id FOR UPDATE`,
    [productIds, buyerId],
  );

const idsOf = (orders: readonly Order[]) => orders.map(({ id }) => id);

function factsOf(ref: string, { buyerId, way, customer, address }: Purchase, { totals, coupon }: Quote): OrderFacts {
  const { firstName, lastName, email, country, phone, company, vatNumber } = customer;
  return {
    ref,
    buyerId,
    way,
    customer: {
      ...{ firstName, lastName, email, country },
      ...(phone && { phone }),
      ...(company && { company }),
      ...(vatNumber && { vatNumber }),
    },
    ...totals,
    couponId: coupon?.id ?? null,
    couponCode: coupon?.code ?? null,
    couponPercent: coupon?.discountPercent ?? null,
    termsVersion: TERMS_VERSION,
    termsAddress: address,
  };
}

async function lostRace(db: EntityManager, buyerId: number, refusedIds: readonly number[], { items }: Quote) {
  const obstacleList = await obstacles(db, refusedIds, buyerId);
  const problems = refusedIds.map((id) => {
    const obstacle = obstacleList.find((candidate) => candidate.productId === id);
    const name = items.find((item) => item.productId === id)?.name ?? '';
    return { id, name, code: obstacle?.code ?? ('held' as const), until: obstacle?.until ?? null };
  });
  return checkoutConflict(problems, null);
}
