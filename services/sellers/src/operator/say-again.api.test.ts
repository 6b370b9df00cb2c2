import { AdminActed, OpenEarningsChanged, StoreChanged } from '@shop/contracts/events';
import { emitted } from '@shop/runtime/testing';
import { useStores } from '../testing/stores-app';
import { emitAgain } from './say-again';

const stores = useStores();

test('every store and what is open with it is said once with a new version, 500 in a transaction', async () => {
  await stores.source.query(
    `INSERT INTO sellers (user_id, store_name) SELECT 1000 + n, 'Store ' || n FROM generate_series(1, 501) n`,
  );
  await stores.source.query('INSERT INTO open_earnings (seller_id, owed_cents, sales) SELECT id, 700, 2 FROM sellers');
  expect(await emitAgain(stores.source)).toEqual({ said: 501 });

  expect(await emitted(stores.source, StoreChanged)).toHaveLength(501);
  const earnings = await emitted(stores.source, OpenEarningsChanged);
  expect(earnings).toHaveLength(501);
  expect(earnings[0]).toEqual({ sellerId: 1, userId: 1001, version: 2, owedCents: 700, sales: 2 });
  const transactions = await stores.source.query(
    'SELECT type, count(DISTINCT occurred_at)::int AS count FROM outbox WHERE type <> $1 GROUP BY 1 ORDER BY 1',
    [AdminActed.type],
  );
  expect(transactions).toEqual([
    { type: OpenEarningsChanged.type, count: 2 },
    { type: StoreChanged.type, count: 2 },
  ]);
});
