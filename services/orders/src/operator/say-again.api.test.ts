import { AdminActed, OpenPurchasesChanged, PaymentDiffered } from '@shop/contracts/events';
import { emitted } from '@shop/runtime/testing';
import { useShop } from '../testing/orders-app';
import { emitAgain } from './say-again';

const shop = useShop();

/** All events of one transaction have the same time. */
const transactionsOf = async ({ type }: { type: string }) => {
  const [{ count }] = await shop.db.source.query<[{ count: number }]>(
    'SELECT count(DISTINCT occurred_at)::int AS count FROM outbox WHERE type = $1',
    [type],
  );
  return count;
};

test('every buyer and every difference is said once with a new version, 500 in a transaction, and it is on record', async () => {
  await shop.db.source.query(
    `INSERT INTO open_purchases (user_id, version, holds, payments, disputes) SELECT n, 3, 1, 0, n % 2 FROM generate_series(1, 1100) n`,
  );
  await shop.db.source.query(
    `INSERT INTO payment_differences (kind, provider_id, reason, happened_at, gone_at)
     SELECT 'missing', 'P-' || n, 'x', now(), CASE WHEN n = 2 THEN now() END FROM generate_series(1, 501) n`,
  );
  expect(await emitAgain(shop.db.source)).toEqual({ said: 1601 });

  const purchases = await emitted(shop.db.source, OpenPurchasesChanged);
  expect(purchases.map(({ userId }) => userId)).toEqual(Array.from({ length: 1100 }, (_, at) => at + 1));
  expect(purchases[2]).toEqual({ userId: 3, version: 4, holds: 1, payments: 0, disputes: 1 });
  const differences = await emitted(shop.db.source, PaymentDiffered);
  expect(differences.map(({ version, open }) => [version, open]).slice(0, 3)).toEqual([
    [2, true],
    [2, false],
    [2, true],
  ]);
  expect(differences).toHaveLength(501);
  expect([await transactionsOf(OpenPurchasesChanged), await transactionsOf(PaymentDiffered)]).toEqual([3, 2]);
  expect(await emitted(shop.db.source, AdminActed)).toMatchObject([{ action: 'facts.said-again' }]);
});
