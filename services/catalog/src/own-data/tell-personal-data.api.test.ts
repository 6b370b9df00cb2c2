import { PersonalDataGathered, PersonalDataRequested, StoreOpened } from '@shop/contracts/events';
import { deliver, emitted, forAllTests } from '@shop/runtime/testing';
import { subscriptions } from '../subscriptions';
import { openCatalog } from '../testing/catalog-under-test';

const catalog = forAllTests(openCatalog);

const handle = (event: { type: string; data: unknown }) => deliver(catalog.source, subscriptions, event, 2);
async function gatheredOf(userId: number) {
  await handle(PersonalDataRequested({ userId, exportId: 5, addresses: [] }));
  const events = (await emitted(catalog.source, PersonalDataGathered)).filter((event) => event.userId === userId);
  expect(events).toMatchObject([{ exportId: 5, service: 'catalog', page: 0, pages: 1 }]);
  return events[0]!.part;
}

test('the tracks of the own store are told once, without where their files lie, and no others', async () => {
  const store = { version: 1, status: 'active' };
  await handle(StoreOpened({ ...store, sellerId: 4, userId: 11, storeName: 'Velvet Static' }));
  await handle(StoreOpened({ ...store, sellerId: 5, userId: 12, storeName: 'Low Tide' }));
  await catalog.product({ name: 'Night Cargo', seller_id: 4 });
  await catalog.product({ name: 'Undertow', seller_id: 5 });
  await catalog.product({ name: 'Of the house' });
  const part = await gatheredOf(11);
  expect(JSON.parse(part)).toMatchObject({
    store: { name: 'Velvet Static', status: 'active' },
    tracks: [{ name: 'Night Cargo', price_cents: 29900, claim: 'free', removed: false }],
  });
  for (const foreign of ['Undertow', 'Low Tide', 'Of the house', 'files.example']) expect(part).not.toContain(foreign);
  expect(JSON.parse(await gatheredOf(13))).toEqual({ store: null, tracks: [], packages: [], bought: [] });
});
