import { adminActed } from '@shop/contracts/events';
import { notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { ownerKept } from '../stores/store.entity';
import { formWith } from './edit-product';
import { auditedChange } from './product-facts';
import { packagesOf, takePackage } from './product-package';
import { Product } from './product.entity';

const DELIVERY = ['package_id', 'download_link', 'project_link'];

/**
 * Whether the form sends only links or the package of a sold track. These can be repaired, so that the buyer gets their files; nothing
 * else of a sold track changes (docs/product/catalogue.md#repairing-a-delivery).
 */
export async function isRepair(db: EntityManager, id: number, changes: unknown): Promise<boolean> {
  if (typeof changes !== 'object' || changes === null) return false;
  const names = Object.keys(changes);
  if (names.length === 0 || !names.every((name) => DELIVERY.includes(name))) return false;
  return (await db.findOneBy(Product, { id }))?.status === 'sold';
}

/**
 * Changes where the files of a sold track are, even if its store is closed (docs/product/catalogue.md#repairing-a-delivery).
 * @throws Refusal 404, 409 `held`, `removed` when the track is no longer sold, or 400 with the field
 */
export async function repairDelivery(
  { db, emit }: Tx,
  siteName: string,
  adminId: number,
  id: number,
  changes: unknown,
): Promise<void> {
  const { sellerId } = await db.findOneByOrFail(Product, { id });
  const owner = await ownerKept(db, sellerId, siteName);
  const product = await locked(db, Product, { id });
  if (!product) throw notFound('product');
  const before = db.create(Product, product);
  product.repairDelivery(formWith(product, changes));
  await takePackage(db, product, before.packageId);
  const packageOf = await packagesOf(db, [product]);
  const event = product.asItIs(owner, packageOf(product));
  await db.save(product);
  const { name } = product;
  const subject = { type: 'product', id, name };
  await emit(event, ...adminActed(adminId, 'product.delivery-repaired', subject, auditedChange(before, product)));
}
