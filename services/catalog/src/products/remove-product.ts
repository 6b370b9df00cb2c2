import { adminActed } from '@shop/contracts/events';
import { notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { bumpList } from './list-version';
import { factsOf } from './product-facts';
import { Product } from './product.entity';

/**
 * Takes a track out of the shop. The row stays, because orders and the histories of sellers refer to it
 * (docs/product/catalogue.md#removing-a-track). @throws Refusal 404, 409 `sold`, `held`, `removed`
 */
export async function removeProduct({ db, emit }: Tx, adminId: number, id: number): Promise<void> {
  const product = await locked(db, Product, { id });
  if (!product) throw notFound('product');
  const event = product.remove();
  await db.save(product);
  const { name } = product;
  await emit(
    event,
    ...adminActed(adminId, 'product.removed', { type: 'product', id, name }, { before: factsOf(product), after: null }),
  );
  await bumpList(db, [id]);
}
