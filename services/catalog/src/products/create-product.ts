import { adminActed } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { addedBy } from '../media/added-by';
import { ownerNamed } from '../stores/owner';
import { bumpList } from './list-version';
import { factsOf, formFactsOf } from './product-facts';
import { Product } from './product.entity';
import { refusePublishedTwice } from './refuse-published-twice';

/**
 * Puts a track on sale and announces it (docs/product/catalogue.md#the-product-form); the admin's act goes to the audit log.
 * Amounts are cents. A form that is sent again adds nothing.
 * @returns the track's id
 * @throws Refusal 400 with field `seller_id`, 409 `submission-published` or `added-already`
 */
export async function createProduct({ db, emit }: Tx, siteName: string, adminId: number, fresh: Product): Promise<number> {
  const earlierProduct = await addedBy(db, Product, fresh, formFactsOf);
  if (earlierProduct) return earlierProduct.id;
  await refusePublishedTwice(db, fresh.submissionId);
  const owner = await ownerNamed(db, fresh.sellerId, siteName);
  const product = await db.save(fresh);
  const { id, name } = product;
  await emit(
    product.published(owner),
    ...adminActed(adminId, 'product.created', { type: 'product', id, name }, { before: null, after: factsOf(product) }),
  );
  await bumpList(db, [id]);
  return id;
}
