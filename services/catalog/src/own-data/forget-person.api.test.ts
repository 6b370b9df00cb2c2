import { OrderCaptured, PersonalDataGathered, PersonalDataRequested, UserDeleted } from '@shop/contracts/events';
import { deliver, emitted, forAllTests } from '@shop/runtime/testing';
import { subscriptions } from '../subscriptions';
import { openCatalog } from '../testing/catalog-under-test';
import { sold } from '../testing/news-from-orders';

const catalog = forAllTests(openCatalog);

const handle = (event: { type: string; data: unknown }) => deliver(catalog.source, subscriptions, event, 2);
const park = (reaction: string, { type, data }: { type: string; data: unknown }) =>
  catalog.source.query(
    `INSERT INTO inbox (reaction, message_id, type, state, body) VALUES ($1, gen_random_uuid(), $2, 'parked', $3)`,
    [reaction, type, JSON.stringify({ data })],
  );
const parked = async ({ type }: { type: string }) =>
  (
    await catalog.source.query<{ data: unknown }[]>(
      `SELECT body -> 'data' AS data FROM inbox WHERE state = 'parked' AND type = $1 ORDER BY body #>> '{data,orderId}'`,
      [type],
    )
  ).map(({ data }) => data);

test('a sale that could not be handled loses its buyer when they are erased, and marks its track when it is put back', async () => {
  const { id } = await catalog.product();
  const sale = sold([{ productId: id, claimVersion: 2 }]);
  const otherSale = { ...sale, data: { ...sale.data, orderId: 2, buyerId: 55 } };
  for (const event of [sale, otherSale]) await park('markSoldWhenOrderCaptured', event);
  await handle(UserDeleted({ userId: 5, version: 3, email: 'ada@example.com' }));
  const [blanked, whole] = await parked(OrderCaptured);
  expect(blanked).toEqual({
    ...sale.data,
    customer: { firstName: '', lastName: '', email: '', country: '' },
    items: [{ ...sale.data.items[0], downloadUrl: '' }],
  });
  expect(whole).toEqual(otherSale.data);
  await handle({ type: OrderCaptured.type, data: blanked });
  expect(await catalog.source.query('SELECT claim FROM products WHERE id = $1', [id])).toEqual([{ claim: 'sold' }]);
});

test('a copy of the own data that could not be gathered loses the addresses of who is erased', async () => {
  const request = PersonalDataRequested({ userId: 5, exportId: 9, addresses: [{ email: 'ada@example.com', until: null }] });
  await park('tellPersonalDataWhenRequested', request);
  await handle(UserDeleted({ userId: 5, version: 3, email: 'ada@example.com' }));
  const [blanked] = await parked(PersonalDataRequested);
  expect(blanked).toEqual({ ...request.data, addresses: [{ email: '', since: null, until: null }] });
  await handle({ type: PersonalDataRequested.type, data: blanked });
  expect(await emitted(catalog.source, PersonalDataGathered)).toMatchObject([{ userId: 5, exportId: 9 }]);
});
