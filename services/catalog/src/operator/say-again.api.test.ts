import { AdminActed, ProductChanged, ProductRemoved, StoreOpened } from '@shop/contracts/events';
import { ProductFields } from '@shop/contracts/forms';
import { inTx } from '@shop/messaging';
import { asAdmin, deliver, emitted, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { editProduct } from '../products/edit-product';
import { subscriptions } from '../subscriptions';
import { aProductForm, useCatalog } from '../testing/catalog-under-test';
import { sold } from '../testing/news-from-orders';
import { emitAgain } from './say-again';

const catalog = useCatalog();

test('each track is said as it is now, a removed one with the links, for who has bought it', async () => {
  const [free, removed, bought] = [await catalog.product(), await catalog.product(), await catalog.product()];
  for (const { id } of [removed, bought]) await request(catalog.app).delete(`/api/products/${id}`).set(asAdmin()).expect(200);
  await deliver(catalog.source, subscriptions, sold([{ productId: bought.id, claimVersion: 1 }]));

  expect(await emitAgain(catalog.source, 'Ghostline')).toEqual({ said: 3 });
  expect(await emitted(catalog.source, ProductChanged)).toMatchObject([{ productId: free.id, version: 2 }]);
  expect((await emitted(catalog.source, ProductRemoved)).slice(2)).toMatchObject([
    { productId: removed.id, version: 3 },
    { productId: bought.id, version: 3, links: { downloadLink: bought.download_link } },
  ]);
  expect((await emitted(catalog.source, AdminActed)).at(-1)).toMatchObject({ action: 'facts.said-again' });
});

test('a track that an edit gives to another store meanwhile is said by that edit', async () => {
  const { source } = catalog;
  const store = { sellerId: 4, userId: 11, version: 1, storeName: 'Low Tide', status: 'active' };
  await deliver(source, subscriptions, StoreOpened(store));
  const { id } = await catalog.product();
  let result: Promise<{ said: number }>;
  await inTx(source, async (tx) => {
    const edit = { sent: { seller_id: 4 }, media: {}, drawnFor: ProductFields.parse(aProductForm()) };
    await editProduct(tx, 'Ghostline', 1, id, edit);
    result = emitAgain(source, 'Ghostline');
    await untilBlocked(source);
  });
  expect(await result!).toEqual({ said: 1 });
  expect(await emitted(source, ProductChanged)).toMatchObject([{ productId: id, version: 2, storeName: 'Low Tide' }]);
});
