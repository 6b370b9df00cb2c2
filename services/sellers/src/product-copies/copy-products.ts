import type { EntityManager } from 'typeorm';
import type {
  DataOf,
  OrderCaptured,
  ProductChanged,
  ProductPublished,
  ProductRemoved,
  TrackHeld,
  TrackReleased,
} from '@shop/contracts/events';
import type { Tx } from '@shop/kit';

/** What a seller's own list shows of a track; the links stay out. A copy never goes backwards, and a removed track stays removed. */
const copy = (db: EntityManager, product: DataOf<typeof ProductPublished>) =>
  db.query(
    `INSERT INTO product_copies AS copy (product_id, version, seller_id, name, category, img, price_cents, bpm, music_key, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (product_id) DO UPDATE SET version = excluded.version, seller_id = excluded.seller_id, name = excluded.name,
       category = excluded.category, img = excluded.img, price_cents = excluded.price_cents, bpm = excluded.bpm,
       music_key = excluded.music_key, created_at = excluded.created_at
     WHERE copy.version < excluded.version`,
    [
      product.productId,
      product.version,
      product.sellerId,
      product.name,
      product.category,
      product.img,
      product.priceCents,
      product.bpm,
      product.musicKey,
      product.createdAt,
    ],
  );

export async function copyProductWhenPublished({ db }: Tx, product: DataOf<typeof ProductPublished>) {
  await copy(db, product);
}
export async function copyProductWhenChanged({ db }: Tx, product: DataOf<typeof ProductChanged>) {
  await copy(db, product);
}

/** Its publication may still be under way: then there is nothing to list anyway, and the row keeps the newer version. */
export async function dropProductWhenRemoved({ db }: Tx, { productId, version }: DataOf<typeof ProductRemoved>) {
  await db.query(
    `INSERT INTO product_copies AS copy (product_id, version, name, category, img, price_cents, music_key, created_at, removed)
     VALUES ($1, $2, '', '', '', 0, '', now(), true)
     ON CONFLICT (product_id) DO UPDATE SET version = excluded.version, removed = true WHERE copy.version < excluded.version`,
    [productId, version],
  );
}

/** Sales are kept apart from the copies: either may arrive first. */
export async function markSoldWhenOrderCaptured({ db }: Tx, order: DataOf<typeof OrderCaptured>) {
  for (const item of order.items) {
    await db.query(
      `INSERT INTO sold_tracks AS sold (product_id, order_id, claim_version, sold_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (product_id) DO UPDATE SET order_id = excluded.order_id, claim_version = excluded.claim_version,
         sold_at = excluded.sold_at, released = false, held = false WHERE sold.claim_version < excluded.claim_version`,
      [item.productId, order.orderId, item.claimVersion, order.capturedAt],
    );
  }
}
export async function unmarkSoldWhenTrackReleased({ db }: Tx, { productId, orderId, version }: DataOf<typeof TrackReleased>) {
  await db.query(
    `INSERT INTO sold_tracks AS sold (product_id, order_id, claim_version, sold_at, released) VALUES ($1, $2, $3, now(), true)
     ON CONFLICT (product_id) DO UPDATE SET claim_version = excluded.claim_version, released = true, held = false
     WHERE sold.claim_version < excluded.claim_version`,
    [productId, orderId, version],
  );
}

/** Somebody is paying for it. */
export async function markHeldWhenTrackHeld({ db }: Tx, { productId, orderId, version }: DataOf<typeof TrackHeld>) {
  await db.query(
    `INSERT INTO sold_tracks AS sold (product_id, order_id, claim_version, sold_at, released, held) VALUES ($1, $2, $3, now(), true, true)
     ON CONFLICT (product_id) DO UPDATE SET order_id = excluded.order_id, claim_version = excluded.claim_version, held = true
     WHERE sold.claim_version < excluded.claim_version`,
    [productId, orderId, version],
  );
}
