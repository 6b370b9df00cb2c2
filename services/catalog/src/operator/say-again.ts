import { operatorActed } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { inBatches } from '@shop/shared';
import { In, MoreThan, type DataSource } from 'typeorm';
import { Product } from '../products/product.entity';
import { packagesOf } from '../products/product-package';
import { ownerKept } from '../stores/store.entity';

/**
 * Announces every track again with a new version, so that services with a lost or wrong copy have it right
 * (docs/operating.md#saying-facts-again).
 * @returns how many tracks
 */
export async function emitAgain(source: DataSource, siteName: string): Promise<{ said: number }> {
  const count = await inBatches(source, async ({ db, emit }, after, most) => {
    const page = { order: { id: 'ASC' as const }, take: most };
    const rows = await db.find(Product, { where: { id: MoreThan(after) }, select: { id: true, sellerId: true }, ...page });
    const owners = new Map<number | null, Awaited<ReturnType<typeof ownerKept>>>();
    // Locks stores before tracks, in the same order as when a store is renamed.
    for (const sellerId of [...new Set(rows.map((row) => row.sellerId))].sort((a, b) => (a ?? 0) - (b ?? 0)))
      owners.set(sellerId, await ownerKept(db, sellerId, siteName));
    const products = await db.find(Product, {
      where: { id: In(rows.map(({ id }) => id)) },
      ...page,
      lock: { mode: 'pessimistic_write' },
    });
    const packageOf = await packagesOf(db, products);
    const news = products.flatMap((product) => {
      const owner = owners.get(product.sellerId);
      // If an edit has given the track to another store meanwhile, that edit has announced it.
      return owner ? product.asItIs(owner, packageOf(product)) : [];
    });
    await db.save(products);
    await emit(...news);
    return products.map(({ id }) => id);
  });
  await inTx(source, ({ emit }) => emit(...operatorActed('catalog')('facts.said-again', { count })));
  return { said: count };
}
