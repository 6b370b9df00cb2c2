import type { ProductFields } from '@shop/contracts/forms';
import type { Tx } from '@shop/kit';
import { ownerNamed } from '../stores/owner';
import { bumpList } from './list-version';
import { Product, type ProductMedia } from './product.entity';

/** Puts a track on sale and tells everybody (spec 3 §5). Amounts in cents. → its id. */
export async function createProduct(
  { db, emit }: Tx,
  siteName: string,
  fields: ProductFields,
  media: ProductMedia,
): Promise<number> {
  const owner = await ownerNamed(db, fields.seller_id, siteName);
  const product = await db.save(Product.fresh(fields, media));
  await emit(product.published(owner));
  await bumpList(db);
  return product.id;
}
