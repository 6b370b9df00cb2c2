import { adminActed } from '@shop/contracts/events';
import { ProductFields } from '@shop/contracts/forms';
import { invalid, notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { ownerNamed } from '../stores/owner';
import { bumpList } from './list-version';
import { changeOf } from './product-facts';
import { Product, type ProductMedia } from './product.entity';

/**
 * The whole form of an edit: the fields that were sent, and for all others what is stored. It is made before the files are judged, so
 * that a track that may not be changed is refused early.
 * @throws Refusal 404, 409 `sold`, `held`, `removed`, or 400 with the field
 */
export async function editedFields(db: EntityManager, id: number, sent: unknown): Promise<ProductFields> {
  const product = await db.findOneBy(Product, { id });
  if (!product) throw notFound('product');
  product.refuseUnlessFree();
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw invalid('fields', 'fields must be an object');
  return ProductFields.parse({ ...formOf(product), ...sent });
}

/**
 * Changes a track that nobody holds and nobody has bought (docs/product/catalogue.md#the-product-form); media that are not given stay.
 * @throws Refusal 404, 409 `sold`, `held`, `removed`, or 400 with field `seller_id`
 */
export async function editProduct(
  { db, emit }: Tx,
  siteName: string,
  adminId: number,
  id: number,
  fields: ProductFields,
  media: Partial<ProductMedia>,
): Promise<void> {
  const owner = await ownerNamed(db, fields.seller_id, siteName);
  const product = await locked(db, Product, { id });
  if (!product) throw notFound('product');
  const before = db.create(Product, product);
  const changed = product.edit(fields, media, owner);
  await db.save(product);
  const { name } = before;
  await emit(changed, ...adminActed(adminId, 'product.changed', { type: 'product', id, name }, changeOf(before, product)));
  await bumpList(db, [id]);
}

/** A track in the fields of its form; prices in dollars. */
export const formOf = (product: Product) => ({
  name: product.name,
  category: product.category,
  price: (product.priceCents / 100).toFixed(2),
  old_price: product.oldPriceCents === null ? null : (product.oldPriceCents / 100).toFixed(2),
  music_key: product.musicKey,
  key_mode: product.keyMode,
  type: product.type,
  bpm: product.bpm,
  download_link: product.downloadLink,
  project_name: product.projectName,
  project_link: product.projectLink,
  is_hot: product.isHot,
  exclusive_vocal: product.exclusiveVocal,
  seller_id: product.sellerId,
});
