import type { DataOf, ProductPublished } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';

/** Takes over every field of a track, unless the copy is already newer: events may come twice and in any order. A removed track stays removed. */
export async function copyProductWhenPublished({ db }: Tx, product: DataOf<typeof ProductPublished>) {
  await db.query(
    `INSERT INTO product_copies AS copy (product_id, version, removed, name, category, img, price_cents, project_name,
       seller_id, seller_user_id, store_name, download_link, project_link)
     VALUES ($1, $2, false, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (product_id) DO UPDATE SET
       version = excluded.version, name = excluded.name, category = excluded.category, img = excluded.img,
       price_cents = excluded.price_cents, project_name = excluded.project_name, seller_id = excluded.seller_id,
       seller_user_id = excluded.seller_user_id, store_name = excluded.store_name,
       download_link = excluded.download_link, project_link = excluded.project_link
     WHERE copy.version < excluded.version`,
    [
      product.productId,
      product.version,
      product.name,
      product.category,
      product.img,
      product.priceCents,
      product.projectName,
      product.sellerId,
      product.sellerUserId,
      product.storeName,
      product.downloadLink,
      product.projectLink,
    ],
  );
}
