import { OpenEarningsChanged, operatorActed, type DataOf } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { inBatches } from '@shop/shared';
import { MoreThan, type DataSource } from 'typeorm';
import { Seller } from '../stores/seller.entity';

/**
 * Announces every store and its open earnings again with new versions, so that services with a lost or wrong copy have it right
 * (docs/operating.md#saying-facts-again).
 * @returns how many stores
 */
export async function emitAgain(source: DataSource): Promise<{ said: number }> {
  const count = await inBatches(source, async ({ db, emit }, after, most) => {
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
  await inBatches(source, async ({ db, emit }, after, most) => {
    const earnings = await db.query<DataOf<typeof OpenEarningsChanged>[]>(
      `WITH again AS (UPDATE open_earnings SET version = version + 1 WHERE seller_id IN (
         SELECT seller_id FROM open_earnings WHERE seller_id > $1 ORDER BY 1 LIMIT $2 FOR UPDATE) RETURNING *)
       SELECT seller_id AS "sellerId", user_id AS "userId", again.version, owed_cents AS "owedCents", sales
       FROM again JOIN sellers ON id = seller_id ORDER BY 1`,
      [after, most],
    );
    await emit(...earnings.map((facts) => OpenEarningsChanged(facts)));
    return earnings.map(({ sellerId }) => sellerId);
  });
  await inTx(source, ({ emit }) => emit(...operatorActed('sellers')('facts.said-again', { count })));
  return { said: count };
}
