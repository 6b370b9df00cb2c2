import { createHmac } from 'node:crypto';
import { scalePoints, tooMany } from '@shop/http';
import { soon } from '@shop/postgres';
import type { KeyRing } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import type { Way } from '../orders/order.entity';
import type { GoesOn, Holder, Standing } from './standing';

/** Tracks that one buyer may hold at once, and orders that they may make within an hour, in either way. */
const CLAIMS_AT_ONCE = 20;
const ORDERS_PER_HOUR = 20;
/** Tracks that may be held at once by arrangement, per buyer and per client address; and reserved for PayPal per address. */
const ARRANGED_AT_ONCE = { buyer: 3, client: 6 };
const RESERVED_AT_ONCE = 20;
/**
 * After a hold by arrangement has ended unpaid, the same track can be held that way again after this many days. A track that was
 * reserved for PayPal this often within a day, and not paid, cannot be reserved again until the day is over.
 */
const ARRANGED_ONCE_IN_DAYS = 7;
const RESERVATIONS_PER_DAY = 3;
/** Days for which a hold is stored; no limit counts older ones. */
const KEPT_DAYS = 9;

const DAY_SECONDS = 24 * 3600;

/** A client's address as a keyed hash, which nobody can turn back without the key. A new first key restarts the counts. */
export const clientOf = (address: string, [key]: KeyRing) =>
  createHmac('sha256', key).update(`client ${address}`).digest('base64url').slice(0, 22);

type Track = { productId: number; name: string };

/** How often a buyer may hold the same track without paying, and in how many days. */
export const oftenLimits = (way: Way, rateScale: number) => ({
  most: scalePoints(way === 'arranged' ? 1 : RESERVATIONS_PER_DAY, rateScale),
  days: way === 'arranged' ? ARRANGED_ONCE_IN_DAYS : 1,
});

/** How many tracks too many the buyer, or their address, would hold at once with an order of so many tracks. */
export function tooManyHeld({ claims, heldByClient }: Standing, way: Way, tracks: number, rateScale: number): number {
  const overOwn = claims + tracks - scalePoints(CLAIMS_AT_ONCE, rateScale);
  return way === 'paypal' ? Math.max(overOwn, heldByClient + tracks - scalePoints(RESERVED_AT_ONCE, rateScale)) : overOwn;
}

/**
 * Keeps buyers who do not pay from holding tracks: limits what one account and one client address hold at once, and how often
 * (docs/product/checkout.md#limits-on-holds). `rateScale` multiplies the limits. Tracks whose hold goes on count as held already.
 * @throws Refusal 429 with Retry-After
 */
export function refuseOverHolding(standing: Standing, way: Way, tracks: readonly Track[], rateScale: number) {
  const scaledLimit = (points: number) => scalePoints(points, rateScale);
  if (standing.orders >= scaledLimit(ORDERS_PER_HOUR))
    throw tooMany(standing.ordersRetry, 'You have started many orders within an hour. Please try again later.');
  if (standing.claims + tracks.length > scaledLimit(CLAIMS_AT_ONCE))
    throw tooMany(
      15 * 60,
      `You can reserve at most ${scaledLimit(CLAIMS_AT_ONCE)} tracks at once. Please pay for some of them first.`,
    );
  refuseOften(standing, way, tracks, rateScale);
  const counts = { buyer: standing.heldByBuyer, client: standing.heldByClient, retry: standing.heldRetry };
  if (way === 'arranged' && counts.buyer + tracks.length > scaledLimit(ARRANGED_AT_ONCE.buyer))
    throw tooMany(
      counts.retry,
      `You can hold at most ${scaledLimit(ARRANGED_AT_ONCE.buyer)} tracks by arrangement at a time. Please pay for one of them first, or pay with PayPal.`,
    );
  const most = scaledLimit(way === 'arranged' ? ARRANGED_AT_ONCE.client : RESERVED_AT_ONCE);
  if (counts.client + tracks.length > most)
    throw tooMany(
      counts.retry,
      way === 'arranged'
        ? `At most ${most} tracks can be held by arrangement from one internet connection. Please pay with PayPal.`
        : `At most ${most} tracks can be reserved from one internet connection at a time. Please try again in some minutes.`,
    );
}

function refuseOften({ often, goesOn }: Standing, way: Way, tracks: readonly Track[], rateScale: number) {
  const oftenHeld = often.find(({ productId }) => !goesOn.some((hold) => hold.productId === productId));
  if (!oftenHeld) return;
  const { most } = oftenLimits(way, rateScale);
  const name = tracks.find(({ productId }) => productId === oftenHeld.productId)?.name ?? 'This track';
  throw tooMany(
    oftenHeld.retry,
    way === 'arranged'
      ? `${name} has been held for you by arrangement already. You can pay for it with PayPal, or arrange it again in ${inDays(oftenHeld.retry)}.`
      : `You have reserved ${name} ${most === 3 ? 'three' : most} times without paying for it. Please try again in ${inHours(oftenHeld.retry)}.`,
  );
}

const formatCount = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`;
const inHours = (seconds: number) => formatCount(Math.max(1, Math.ceil(seconds / 3600)), 'hour');
const inDays = (seconds: number) => formatCount(Math.max(1, Math.ceil(seconds / DAY_SECONDS)), 'day');

/** Writes down what an order holds until then. Holds that go on move to this order and keep their age. */
export async function rememberHolds(
  db: EntityManager,
  orderId: number,
  { buyerId, client, way }: Holder,
  { productIds, goesOn, until }: { productIds: readonly number[]; goesOn: readonly GoesOn[]; until: Date },
) {
  if (goesOn.length > 0)
    await db.query(
      `UPDATE holds SET order_id = $1 FROM unnest($2::int[], $3::int[]) AS older (id, product)
       WHERE order_id = older.id AND product_id = older.product`,
      [orderId, goesOn.map((hold) => hold.orderId), goesOn.map((hold) => hold.productId)],
    );
  await db.query(
    `INSERT INTO holds (order_id, product_id, buyer_id, client, way, until)
     SELECT $1, id, $2, $3, $4, $6 FROM unnest($5::int[]) AS id
     ON CONFLICT (order_id, product_id) DO UPDATE SET until = excluded.until`,
    soon([orderId, buyerId, client, way, productIds, until]),
  );
}

/** Ends the record of a hold now, before its planned end. */
export const endHolds = (db: EntityManager, orderId: number) =>
  db.query('UPDATE holds SET until = now() WHERE order_id = $1 AND until > now()', [orderId]);

/** Forgets the holds that began with this order, because PayPal made no order that could be paid. Moved holds stay. */
export const forgetNewHolds = (db: EntityManager, orderId: number) =>
  db.query('DELETE FROM holds USING orders WHERE order_id = $1 AND orders.id = $1 AND held_at >= orders.created_at', [orderId]);

/** Gives the holds of a restored order a new end, and moves back the holds that the order `by` took over. */
export const resumeHolds = (db: EntityManager, { id, way }: { id: number; way: Way }, by: number, until: Date) =>
  db.query(
    `UPDATE holds SET order_id = $1, until = $4 FROM orders AS newer
     WHERE newer.id = $3 AND holds.way = $2 AND (order_id = $1 OR (order_id = $3 AND held_at < newer.created_at
       AND product_id IN (SELECT product_id FROM order_items WHERE order_id = $1)))`,
    [id, way, by, until],
  );

/** Deletes records that no limit counts any more, because they say which address held what. */
export const forgetOldHolds = (db: EntityManager) =>
  db.query('DELETE FROM holds WHERE held_at < now() - make_interval(days => $1)', [KEPT_DAYS]);
