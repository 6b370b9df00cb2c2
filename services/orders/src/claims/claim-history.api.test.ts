import { bought, claims, putTrackOnSale, useShop } from '../testing/orders-app';

const shop = useShop();
beforeEach(() => putTrackOnSale(shop));

const history = () =>
  shop.db.source.query<
    { product_id: number; order_id: number | null; buyer_id: number | null; state: string; version: number }[]
  >('SELECT product_id, order_id, buyer_id, state, version FROM sale_claim_history ORDER BY id');

test('every state of a claim is remembered, in order, the last one being what the claim says now', async () => {
  const { orderId } = await bought(shop, 7);
  const remembered = await history();
  const claimed = remembered.filter(({ state }) => state !== 'free');
  expect([...new Set(claimed.map(({ state }) => state))]).toEqual(['reserved', 'capturing', 'sold']);
  expect(claimed.every((row) => row.product_id === 1 && row.order_id === orderId && row.buyer_id === 7)).toBe(true);
  expect(remembered.at(-1)).toMatchObject((await claims(shop))[0]!);
});

test.each([
  `UPDATE sale_claim_history SET buyer_id = 8`,
  'DELETE FROM sale_claim_history',
  'TRUNCATE sale_claim_history',
  `INSERT INTO sale_claim_history (product_id, state, version) VALUES (1, 'free', 9)`,
])('the service itself may not %s', async (statement) => {
  await bought(shop, 7);
  const before = await history();
  await expect(shop.db.source.query(statement)).rejects.toThrow('permission denied for table sale_claim_history');
  if (!statement.startsWith('INSERT')) await expect(shop.db.asOwner(statement)).rejects.toThrow('only added to');
  expect(await history()).toEqual(before);
});

test('a claim that is removed by hand is remembered too', async () => {
  await shop.db.source.query(`INSERT INTO sale_claims (product_id, state) VALUES (5, 'free')`);
  await shop.db.source.query('DELETE FROM sale_claims WHERE product_id = 5');
  expect(await history()).toMatchObject([
    { product_id: 5, state: 'free' },
    { product_id: 5, state: 'removed' },
  ]);
});
