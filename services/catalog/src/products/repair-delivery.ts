import { adminActed } from '@shop/contracts/events';
import { ProductFields } from '@shop/contracts/forms';
import { notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { ownerKept } from '../stores/owner';
import { formOf } from './edit-product';
import { changeOf } from './product-facts';
import { Product } from './product.entity';

const DELIVERY = ['download_link', 'project_link'];

/**
 * Whether the form sends only links of a sold track. Links may be repaired, so that the buyer gets what was promised; all else
 * is fixed.
 */
export async function isRepair(db: EntityManager, id: number, sent: unknown): Promise<boolean> {
  if (typeof sent !== 'object' || sent === null) return false;
  const names = Object.keys(sent);
  if (names.length === 0 || !names.every((name) => DELIVERY.includes(name))) return false;
  return (await db.findOneBy(Product, { id }))?.status === 'sold';
}

/**
 * Leads the buyer's links to where the files are now, also when the store is closed.
 * @throws Refusal 404, 409 when it is no longer sold (`held`, `removed`), or 400 with the field.
 */
export async function repairDelivery(
  { db, emit }: Tx,
  siteName: string,
  adminId: number,
  id: number,
  sent: unknown,
): Promise<void> {
  const { sellerId } = await db.findOneByOrFail(Product, { id });
  const owner = await ownerKept(db, sellerId, siteName);
  const product = await locked(db, Product, { id });
  if (!product) throw notFound('product');
  const before = db.create(Product, product);
  const repaired = product.repairDelivery(ProductFields.parse({ ...formOf(product), ...(sent as object) }), owner);
  await db.save(product);
  const { name } = product;
  const subject = { type: 'product', id, name };
  await emit(repaired, ...adminActed(adminId, 'product.delivery-repaired', subject, changeOf(before, product)));
}
