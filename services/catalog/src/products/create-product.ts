import { adminActed } from '@shop/contracts/events';
import type { ProductFields } from '@shop/contracts/forms';
import type { Tx } from '@shop/messaging';
import { ownerNamed } from '../stores/owner';
import { bumpList } from './list-version';
import { factsOf } from './product-facts';
import { Product, type ProductMedia } from './product.entity';
import { refusePublishedTwice } from './refuse-published-twice';

/**
 * Puts a track on sale and announces it (docs/product/catalogue.md#the-product-form); the admin's act goes to the audit log. Amounts are
 * cents. → the track's id
 * @throws Refusal 400 with field `seller_id`, 409 `submission-published`
 */
export async function createProduct(
  { db, emit }: Tx,
  siteName: string,
  adminId: number,
  fields: ProductFields,
  media: ProductMedia,
): Promise<number> {
  await refusePublishedTwice(db, fields.submission_id);
  const owner = await ownerNamed(db, fields.seller_id, siteName);
  const product = await db.save(Product.fresh(fields, media));
  const { id, name } = product;
  await emit(
    product.published(owner),
    ...adminActed(adminId, 'product.created', { type: 'product', id, name }, { before: null, after: factsOf(product) }),
  );
  await bumpList(db, [id]);
  return id;
}
