import type { DataOf, ProductRemoved } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';

/** Takes a track off sale. The row stays, even when the removal arrives before the track itself; sold copies keep their links. */
export async function removeProductWhenRemoved({ db }: Tx, { productId, version }: DataOf<typeof ProductRemoved>) {
  await db.query(
    `INSERT INTO product_copies AS copy (product_id, version, removed) VALUES ($1, $2, true)
     ON CONFLICT (product_id) DO UPDATE SET version = excluded.version, removed = true WHERE copy.version < excluded.version`,
    [productId, version],
  );
}
