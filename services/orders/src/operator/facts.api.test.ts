import type { Fact } from '@shop/runtime';
import { bought, publish, useShop } from '../testing/orders-app';
import { factsOf } from './facts';

const shop = useShop();
beforeEach(() => publish(shop));

async function told(name: string): Promise<Fact[]> {
  const rows: Fact[] = [];
  for await (const row of factsOf(shop.context.storage)
    .find((list) => list.name === name)!
    .read(shop.db.source))
    rows.push(row);
  return rows;
}

test('a paid order lacks a contract once there was time to draw it, unless its buyer was erased before', async () => {
  await bought(shop, 7);
  await shop.db.source.query('UPDATE orders SET paid_at = now()');
  expect(await told('paid-orders')).toMatchObject([{ uncontracted: 0 }]);
  await shop.db.source.query(`UPDATE orders SET paid_at = now() - interval '3 minutes'`);
  expect(await told('paid-orders')).toMatchObject([{ uncontracted: 1 }]);
  await shop.db.source.query(`UPDATE orders SET customer = jsonb_set(customer, '{email}', '""')`);
  expect(await told('paid-orders')).toMatchObject([{ uncontracted: 0 }]);
});
