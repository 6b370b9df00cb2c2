import { createHmac } from 'node:crypto';
import { tooMany } from '@shop/http';
import type { KeyRing } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import type { Way } from '../orders/order.entity';

/** Tracks held at once by arrangement, by one buyer and from one client address; and reserved for PayPal from one address. */
const ARRANGED_AT_ONCE = { buyer: 3, client: 6 };
const RESERVED_AT_ONCE = 20;
/** A hold by arrangement that ended unpaid is not given again for so long, a track reserved unpaid so often not for a day. */
const ARRANGED_ONCE_IN_DAYS = 7;
const RESERVATIONS_PER_DAY = 3;
/** Days for which a hold is kept; no limit counts older ones. */
const KEPT_DAYS = 9;

const DAY_SECONDS = 24 * 3600;

export type Holder = { buyerId: number; client: string; way: Way };

/** A client's address as it is stored: a keyed hash, which nobody can turn back without the key. A new first key begins the counts anew. */
export const clientOf = (address: string, [key]: KeyRing) =>
  createHmac('sha256', key).update(`client ${address}`).digest('base64url').slice(0, 22);

/** One client address makes one order at a time, so that its limits are exact. Taken after the buyer's own lock. */
export const lockClient = (db: EntityManager, client: string) =>
  db.query('SELECT pg_advisory_xact_lock(2, hashtext($1))', [client]);

type Track = { productId: number; name: string };

/**
 * Who pays nothing does not keep a track from the others: limits on what is held at once and how often, for an account and for a client
 * address; `rateScale` multiplies. Tracks in `goesOn` are held by this buyer the same way already. The caller has locked both.
 * @throws Refusal 429 with Retry-After.
 */
export async function refuseOverHolding(
  db: EntityManager,
  holder: Holder,
  tracks: readonly Track[],
  goesOn: readonly number[],
  rateScale: number,
) {
  const allowed = (points: number) => Math.max(1, Math.round(points * rateScale));
  const productIds = tracks.map(({ productId }) => productId);
  const fresh = tracks.filter(({ productId }) => !goesOn.includes(productId));
  await refuseOften(db, holder, fresh, allowed);

  const { buyerId, client, way } = holder;
  const [held] = await db.query<[{ buyer: number; client: number; retry: number }]>(
    `SELECT count(*) FILTER (WHERE hold.buyer_id = $1)::int AS buyer, count(*) FILTER (WHERE client = $2)::int AS client,
       coalesce(ceil(extract(epoch FROM min(expires_at) - now())), 60)::int AS retry
     FROM holds hold JOIN sale_claims claim USING (order_id, product_id)
     WHERE (hold.buyer_id = $1 OR client = $2) AND way = $3 AND product_id <> ALL($4)
       AND (state = 'capturing' OR (state = 'reserved' AND expires_at >= now()))`,
    [buyerId, client, way, productIds],
  );
  if (way === 'arranged' && held.buyer + tracks.length > allowed(ARRANGED_AT_ONCE.buyer))
    throw tooMany(
      held.retry,
      `You can hold at most ${allowed(ARRANGED_AT_ONCE.buyer)} tracks by arrangement at a time. Please pay for one of them first, or pay with PayPal.`,
    );
  const most = allowed(way === 'arranged' ? ARRANGED_AT_ONCE.client : RESERVED_AT_ONCE);
  if (held.client + tracks.length > most)
    throw tooMany(
      held.retry,
      way === 'arranged'
        ? `At most ${most} tracks can be held by arrangement from one internet connection. Please pay with PayPal.`
        : `At most ${most} tracks can be reserved from one internet connection at a time. Please try again in some minutes.`,
    );
}

/** Holds of the same way that were not paid: as often as is allowed means no more, until the one that counts is old enough. */
async function refuseOften(
  db: EntityManager,
  { buyerId, client, way }: Holder,
  tracks: readonly Track[],
  allowed: (points: number) => number,
) {
  const most = allowed(way === 'arranged' ? 1 : RESERVATIONS_PER_DAY);
  const days = way === 'arranged' ? ARRANGED_ONCE_IN_DAYS : 1;
  // an account and an address are counted separately
  const [over] = await db.query<{ product_id: number; retry: number }[]>(
    `SELECT product_id, ceil(max(retry))::int AS retry FROM (
       SELECT product_id, extract(epoch FROM ended + make_interval(days => $4::int) - now()) AS retry,
         ended - nth_value(ended, $5::int) OVER (PARTITION BY product_id, kind ORDER BY ended DESC
           ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS span,
         row_number() OVER (PARTITION BY product_id, kind ORDER BY ended DESC) AS nth
       FROM (
         SELECT product_id, kind, CASE holds.way WHEN 'arranged' THEN until ELSE held_at END AS ended
         FROM holds CROSS JOIN LATERAL (VALUES ('buyer', holds.buyer_id = $2), ('client', client = $3)) AS counted (kind, counts)
         JOIN orders ON orders.id = order_id
         WHERE product_id = ANY($1) AND counts AND holds.way = $6
           AND payment_state IN ('created', 'expired', 'declined')
       ) unpaid
     ) latest WHERE nth = 1 AND span <= make_interval(days => $4::int) AND retry > 0
     GROUP BY product_id ORDER BY product_id LIMIT 1`,
    [tracks.map(({ productId }) => productId), buyerId, client, days, most, way],
  );
  if (!over) return;
  const name = tracks.find(({ productId }) => productId === over.product_id)?.name ?? 'This track';
  throw tooMany(
    over.retry,
    way === 'arranged'
      ? `${name} has been held for you by arrangement already. You can pay for it with PayPal, or arrange it again in ${inDays(over.retry)}.`
      : `You have reserved ${name} ${most === 3 ? 'three' : most} times without paying for it. Please try again in ${inHours(over.retry)}.`,
  );
}

const counted = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`;
const inHours = (seconds: number) => counted(Math.max(1, Math.ceil(seconds / 3600)), 'hour');
const inDays = (seconds: number) => counted(Math.max(1, Math.ceil(seconds / DAY_SECONDS)), 'day');

export type GoesOn = { productId: number; orderId: number; seconds: number };

/**
 * The holds that a new order of the same buyer goes on with, for as long as they still last: those of the orders it replaces, and
 * reservations for PayPal that its buyer has left meanwhile. Else a track could be held for ever, a quarter of an hour at a time.
 */
export const heldAlready = (
  db: EntityManager,
  { buyerId, way }: Holder,
  replaced: readonly number[],
  productIds: readonly number[],
  lasts: number,
) =>
  db.query<GoesOn[]>(
    `SELECT DISTINCT ON (product_id) product_id AS "productId", order_id AS "orderId",
       extract(epoch FROM held_at + make_interval(secs => $5) - now())::float8 AS seconds
     FROM holds JOIN orders ON orders.id = order_id
     WHERE holds.buyer_id = $1 AND holds.way = $2 AND product_id = ANY($3) AND held_at + make_interval(secs => $5) > now()
       AND payment_state IN ('created', 'expired') AND closed IS DISTINCT FROM 'cancelled'
       AND (holds.way = 'paypal' OR order_id = ANY($4))
     ORDER BY product_id, held_at DESC`,
    [buyerId, way, productIds, replaced, lasts],
  );

/** Writes down what an order holds until then; the holds it goes on with become its own, and stay as old as they are. */
export async function rememberHolds(
  db: EntityManager,
  orderId: number,
  { buyerId, client, way }: Holder,
  { productIds, goesOn, until }: { productIds: readonly number[]; goesOn: readonly GoesOn[]; until: Date },
) {
  await db.query(
    `UPDATE holds SET order_id = $1 FROM unnest($2::int[], $3::int[]) AS older (id, product)
     WHERE order_id = older.id AND product_id = older.product`,
    [orderId, goesOn.map((one) => one.orderId), goesOn.map((one) => one.productId)],
  );
  await db.query(
    `INSERT INTO holds (order_id, product_id, buyer_id, client, way, until)
     SELECT $1, id, $2, $3, $4, $6 FROM unnest($5::int[]) AS id
     ON CONFLICT (order_id, product_id) DO UPDATE SET until = excluded.until`,
    [orderId, buyerId, client, way, productIds, until],
  );
}

/** Ends the record of a hold now, whatever end was planned. */
export const endHolds = (db: EntityManager, orderId: number) =>
  db.query('UPDATE holds SET until = now() WHERE order_id = $1 AND until > now()', [orderId]);

/** Forgets who held what from where, once no limit asks for it any more. */
export const forgetOldHolds = (db: EntityManager) =>
  db.query('DELETE FROM holds WHERE held_at < now() - make_interval(days => $1)', [KEPT_DAYS]);
