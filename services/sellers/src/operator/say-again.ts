import { OpenEarningsChanged, operatorActed, type DataOf } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { inBatches } from '@shop/shared';
import { MoreThan, type DataSource } from 'typeorm';
import { Seller } from '../stores/seller.entity';

/**
 * Announces every store again as it is now, and what is open with it, with new versions, so that services whose copies are lost or wrong
 * get them right (docs/operating.md#saying-facts-again). → how many stores
 */
export async function sayAgain(source: DataSource): Promise<{ said: number }> {
  const said = await inBatches(source, async ({ db, emit }, after, most) => {
    const stores = await db.find(Seller, {
      where: { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: most,
      lock: { mode: 'pessimistic_write' },
    });
    const news = stores.map((store) => store.saidAgain());
    await db.save(stores);
    await emit(...news);
    return stores.map(({ id }) => id);
  });
  await inTx(source, async ({ db, emit }) => {
    const earnings = await db.query<DataOf<typeof OpenEarningsChanged>[]>(
      `WITH again AS (UPDATE open_earnings SET version = version + 1 RETURNING *)
       SELECT seller_id AS "sellerId", user_id AS "userId", again.version, owed_cents AS "owedCents", sales
       FROM again JOIN sellers ON id = seller_id ORDER BY 1`,
    );
    await emit(...earnings.map((one) => OpenEarningsChanged(one)));
    await emit(...operatorActed('sellers')('facts.said-again', { count: said }));
  });
  return { said };
}
