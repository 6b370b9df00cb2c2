import { TrackHeld, TrackReleased } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { Way } from '../orders/order.entity';
import { endHolds } from './hold-limits';
import { remindOfReleased } from './hold-reminders';

/**
 * One row per track in `sale_claims` says who has it; the first to write it has the track (docs/product/checkout.md#holds).
 * `reserved` ends by the database's clock, `capturing` by PayPal's answer or a recorded refund. Claims are taken in product-id
 * order, after the rows of their orders are locked.
 */
export type ClaimState = 'reserved' | 'capturing' | 'sold';
/** How long a new order reserves its tracks, in seconds. */
export const RESERVED_SECONDS: Record<Way, number> = { paypal: 15 * 60, arranged: 24 * 3600 };

export type Claim = { productId: number; version: number; expiresAt: Date | null };

type ClaimRequest = {
  /** The order's reference, if the statement before makes the order and its id is not known yet. */
  orderId: number | { ref: string };
  buyerId: number;
  state: ClaimState;
  /** How long a reservation lasts. */
  seconds?: number;
  /** Whether it may take over a reservation of an older order of the same buyer. */
  fromOwnOrders?: boolean;
};

/**
 * Takes or keeps tracks for an order, in the order of their ids.
 * @returns the claims it got, and the ids that somebody else has
 */
export async function claimAll(db: EntityManager, productIds: readonly number[], claim: ClaimRequest) {
  const { orderId, buyerId, state, seconds = 0, fromOwnOrders = false } = claim;
  const [order, key] =
    typeof orderId === 'number' ? ['$2::int', orderId] : ['(SELECT id FROM orders WHERE ref = $2)', orderId.ref];
  const claims = await db.query<Claim[]>(
    `INSERT INTO sale_claims AS held (product_id, order_id, buyer_id, state, expires_at)
     SELECT DISTINCT id, ${order} AS order_id, $3::int, $4::text, CASE WHEN $4 = 'reserved' THEN now() + make_interval(secs => $5) END
     FROM unnest($1::int[]) AS id ORDER BY id
     ON CONFLICT (product_id) DO UPDATE SET order_id = excluded.order_id, buyer_id = excluded.buyer_id, state = excluded.state,
       expires_at = excluded.expires_at, version = held.version + 1
     WHERE held.state = 'free'
        OR (held.order_id = excluded.order_id AND held.state <> 'sold')
        OR (held.state = 'reserved' AND (held.expires_at < now() OR ($6 AND held.buyer_id = excluded.buyer_id)))
     RETURNING product_id AS "productId", version, expires_at AS "expiresAt"`,
    [productIds, key, buyerId, state, seconds, fromOwnOrders],
  );
  const claimedIds = new Set(claims.map(({ productId }) => productId));
  return { taken: claims, refused: productIds.filter((id) => !claimedIds.has(id)).sort((a, b) => a - b) };
}

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

/** Frees the tracks that an order holds, and of its sold ones those in `sold`. Tells everybody, also the buyers who wait for them. */
export async function release(tx: Tx, orderId: number, { sold = [] }: { sold?: readonly number[] } = {}) {
  const { db, emit } = tx;
  await endHolds(db, orderId);
  const rows = await db.query<{ product_id: number; version: number; buyer_id: number }[]>(
    `WITH held AS (SELECT product_id, buyer_id FROM sale_claims WHERE order_id = $1 AND (state <> 'sold' OR product_id = ANY($2)) ORDER BY product_id FOR UPDATE),
          freed AS (UPDATE sale_claims AS claim SET state = 'free', order_id = NULL, buyer_id = NULL, expires_at = NULL,
                      version = version + 1
                    FROM held WHERE claim.product_id = held.product_id RETURNING claim.product_id, claim.version)
     SELECT product_id, version, buyer_id FROM freed JOIN held USING (product_id) ORDER BY product_id`,
    [orderId, sold],
  );
  await emit(...rows.map((row) => TrackReleased({ productId: row.product_id, version: row.version, orderId })));
  await remindOfReleased(
    tx,
    rows.map((row) => ({ productId: row.product_id, version: row.version, heldBy: row.buyer_id })),
  );
  return rows.length;
}

/** Tells everybody that an order has these tracks until `until`. */
export const announceHeld = ({ emit }: Tx, orderId: number, claims: readonly Claim[], until: Date) =>
  emit(...claims.map(({ productId, version }) => TrackHeld({ productId, orderId, version, until: until.toISOString() })));

export type Obstacle = { productId: number; code: 'sold' | 'held'; until: Date | null };

/** SQL over a claim: it keeps the buyer `$2` from reserving the track. */
export const IN_THE_WAY = `(state IN ('capturing', 'sold') OR (state = 'reserved' AND expires_at >= now() AND buyer_id <> $2))`;
/** SQL over a claim that is in the way: the reason. */
export const WHY_IN_THE_WAY = `CASE state WHEN 'sold' THEN 'sold' ELSE 'held' END`;

/** Which of these tracks this buyer cannot reserve right now, and until when. */
export const obstacles = (db: EntityManager, productIds: readonly number[], buyerId: number): Promise<Obstacle[]> =>
  db.query<Obstacle[]>(
    `SELECT product_id AS "productId", ${WHY_IN_THE_WAY} AS code, expires_at AS until FROM sale_claims
     WHERE product_id = ANY($1) AND ${IN_THE_WAY} ORDER BY product_id`,
    [productIds, buyerId],
  );

/** The database's clock plus some milliseconds. */
export async function fromNow(db: EntityManager, ms: number): Promise<Date> {
  const [row] = await db.query<[{ at: Date }]>('SELECT now() + make_interval(secs => $1) AS at', [ms / 1000]);
  return row.at;
}
