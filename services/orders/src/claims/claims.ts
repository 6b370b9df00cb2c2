import { TrackHeld, TrackReleased } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { endHolds } from './hold-limits';
import { remindOfReleased } from './hold-reminders';

/**
 * Who has a track. One row per track in `sale_claims`; whoever writes it first, has it (docs/product/checkout.md#holds).
 * `reserved` ends by time, `capturing` only by an answer of the payment provider, `sold` never; `free` keeps the version of
 * a claim that ended. Time is the database's. Claims are taken in product-id order, after the rows of the orders concerned.
 */
type ClaimState = 'reserved' | 'capturing' | 'sold';
export type Claim = { productId: number; version: number; expiresAt: Date | null };

type Wanted = {
  orderId: number;
  buyerId: number;
  state: ClaimState;
  /** How long a reservation lasts. */
  seconds?: number;
  /** A reservation of an older order of the same buyer may be taken. */
  fromOwnOrders?: boolean;
};

/** Takes or keeps one track for an order. → null when somebody else has it. */
async function claim(db: EntityManager, productId: number, wanted: Wanted): Promise<Claim | null> {
  const [row] = await db.query<{ version: number; expires_at: Date | null }[]>(
    `INSERT INTO sale_claims AS held (product_id, order_id, buyer_id, state, expires_at)
     VALUES ($1, $2, $3, $4, CASE WHEN $4 = 'reserved' THEN now() + make_interval(secs => $5) END)
     ON CONFLICT (product_id) DO UPDATE SET order_id = excluded.order_id, buyer_id = excluded.buyer_id, state = excluded.state,
       expires_at = excluded.expires_at, version = held.version + 1
     WHERE held.state = 'free'
        OR (held.order_id = excluded.order_id AND held.state <> 'sold')
        OR (held.state = 'reserved' AND (held.expires_at < now() OR ($6 AND held.buyer_id = excluded.buyer_id)))
     RETURNING version, expires_at`,
    [productId, wanted.orderId, wanted.buyerId, wanted.state, wanted.seconds ?? 0, wanted.fromOwnOrders ?? false],
  );
  return row ? { productId, version: row.version, expiresAt: row.expires_at } : null;
}

/** Takes several tracks in their order. → what it got, and the ids that somebody else has; the caller decides what that means. */
export async function claimAll(db: EntityManager, productIds: readonly number[], wanted: Wanted) {
  const taken: Claim[] = [];
  const refused: number[] = [];
  for (const productId of [...productIds].sort((a, b) => a - b)) {
    const got = await claim(db, productId, wanted);
    if (got) taken.push(got);
    else refused.push(productId);
  }
  return { taken, refused };
}

/** Frees what an order holds, sold tracks excepted unless `sold` says so, and tells everybody, also those who wait for them. */
export async function release(tx: Tx, orderId: number, { sold = false } = {}) {
  const { db, emit } = tx;
  await endHolds(db, orderId);
  const freed = await db.query<{ product_id: number; version: number; buyer_id: number }[]>(
    `WITH held AS (SELECT product_id, buyer_id FROM sale_claims WHERE order_id = $1 AND (state <> 'sold' OR $2) ORDER BY product_id FOR UPDATE),
          freed AS (UPDATE sale_claims AS claim SET state = 'free', order_id = NULL, buyer_id = NULL, expires_at = NULL,
                      version = version + 1
                    FROM held WHERE claim.product_id = held.product_id RETURNING claim.product_id, claim.version)
     SELECT product_id, version, buyer_id FROM freed JOIN held USING (product_id) ORDER BY product_id`,
    [orderId, sold],
  );
  await emit(...freed.map((row) => TrackReleased({ productId: row.product_id, version: row.version, orderId })));
  await remindOfReleased(
    tx,
    freed.map((row) => ({ productId: row.product_id, version: row.version, heldBy: row.buyer_id })),
  );
  return freed.length;
}

/** Tells everybody that an order has these tracks until `until`. */
export const announceHeld = ({ emit }: Tx, orderId: number, claims: readonly Claim[], until: Date) =>
  emit(...claims.map(({ productId, version }) => TrackHeld({ productId, orderId, version, until: until.toISOString() })));

export type Obstacle = { productId: number; code: 'sold' | 'held'; until: Date | null };

/** Which of these tracks this buyer cannot reserve right now, and until when. */
export async function obstacles(db: EntityManager, productIds: readonly number[], buyerId: number): Promise<Obstacle[]> {
  const rows = await db.query<{ product_id: number; state: ClaimState; expires_at: Date | null }[]>(
    `SELECT product_id, state, expires_at FROM sale_claims
     WHERE product_id = ANY($1) AND (state IN ('capturing', 'sold') OR (state = 'reserved' AND expires_at >= now() AND buyer_id <> $2))
     ORDER BY product_id`,
    [productIds, buyerId],
  );
  return rows.map((row) => ({
    productId: row.product_id,
    code: row.state === 'sold' ? 'sold' : 'held',
    until: row.expires_at,
  }));
}

/** The database's clock plus some milliseconds. */
export async function fromNow(db: EntityManager, ms: number): Promise<Date> {
  const [row] = await db.query<[{ at: Date }]>('SELECT now() + make_interval(secs => $1) AS at', [ms / 1000]);
  return row.at;
}
