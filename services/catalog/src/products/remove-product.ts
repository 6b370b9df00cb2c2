import { locked, notFound, type Tx } from '@shop/kit';
import { bumpList } from './list-version';
import { Product } from './product.entity';

/** Takes a track out of the shop. The row stays: orders and sellers' histories point at it (design, Main events). */
export async function removeProduct({ db, emit }: Tx, id: number): Promise<void> {
  const product = await locked(db, Product, { id });
  if (!product) throw notFound('product');
  const removed = product.remove();
  await db.save(product);
  await emit(removed);
  await bumpList(db);
}
