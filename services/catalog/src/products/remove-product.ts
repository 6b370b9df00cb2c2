import { adminActed } from '@shop/contracts/events';
import { locked, notFound, type Tx } from '@shop/kit';
import { bumpList } from './list-version';
import { Product } from './product.entity';
import { factsOf } from './product-facts';

/** Takes a track out of the shop. The row stays: orders and sellers' histories point at it (design, Main events). */
export async function removeProduct({ db, emit }: Tx, adminId: number, id: number): Promise<void> {
  const product = await locked(db, Product, { id });
  if (!product) throw notFound('product');
  const removed = product.remove();
  await db.save(product);
  const { name } = product;
  await emit(
    removed,
    ...adminActed(adminId, 'product.removed', { type: 'product', id, name }, { before: factsOf(product), after: null }),
  );
  await bumpList(db);
}
