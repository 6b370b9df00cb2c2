import { AdminActed, ProductChanged, ProductRemoved } from '@shop/contracts/events';
import { asAdmin, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { startCatalog, type CatalogUnderTest } from '../testing/catalog-under-test';
import { sold } from '../testing/news-from-orders';
import { sayAgain } from './say-again';

let catalog: CatalogUnderTest;
beforeAll(async () => (catalog = await startCatalog()));
afterAll(() => catalog.stop());

test('each track is said as it is now, a removed one with the links, for who has bought it', async () => {
  const [free, removed, bought] = [await catalog.product(), await catalog.product(), await catalog.product()];
  for (const { id } of [removed, bought]) await request(catalog.app).delete(`/api/products/${id}`).set(asAdmin()).expect(200);
  await deliver(catalog.source, subscriptions, sold([{ productId: bought.id, claimVersion: 1 }]));

  expect(await sayAgain(catalog.source, 'Ghostline')).toEqual({ said: 3 });
  expect(await emitted(catalog.source, ProductChanged)).toMatchObject([{ productId: free.id, version: 2 }]);
  expect((await emitted(catalog.source, ProductRemoved)).slice(2)).toMatchObject([
    { productId: removed.id, version: 3 },
    { productId: bought.id, version: 3, links: { downloadLink: bought.download_link } },
  ]);
  expect((await emitted(catalog.source, AdminActed)).at(-1)).toMatchObject({ action: 'facts.said-again' });
});
