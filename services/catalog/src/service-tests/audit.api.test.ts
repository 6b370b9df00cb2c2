import { AdminActed } from '@shop/contracts/events';
import type { DemoView } from '@shop/contracts/views';
import { asAdmin, emitted, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { openCatalog } from '../testing/catalog-under-test';

const catalog = forAllTests(openCatalog);

const acts = async (type: string, id: number) =>
  (await emitted(catalog.source, AdminActed)).filter(({ subject }) => subject.type === type && subject.id === id);
const put = (id: number, fields: object) =>
  request(catalog.app).put(`/api/products/${id}`).set(asAdmin(4)).field('fields', JSON.stringify(fields));

test('the acts of admins on tracks go to the audit log, without the links', async () => {
  const { id, img } = await catalog.product({ price: 299, download_link: 'https://files.example/secret-one' });
  await put(id, { name: 'Night Drive II', price: 349.5, download_link: 'https://files.example/secret-two' });
  await put(id, { name: 'Night Drive II' });
  await request(catalog.app).delete(`/api/products/${id}`).set(asAdmin(5));

  const entries = await acts('product', id);
  expect(entries.map(({ adminId, action }) => [adminId, action])).toEqual([
    [1, 'product.created'],
    [4, 'product.changed'],
    [5, 'product.removed'],
  ]);
  expect(entries[0]).toMatchObject({
    subject: { name: 'Night Drive' },
    before: null,
    after: { price: 299, category: 'Techno', img },
  });
  expect(entries[1]).toMatchObject({
    before: { name: 'Night Drive', price: 299, download_link: 'as before' },
    after: { name: 'Night Drive II', price: 349.5, download_link: 'changed' },
  });
  expect(entries[2]).toMatchObject({ before: { name: 'Night Drive II' }, after: null });
  expect(JSON.stringify(entries)).not.toContain('secret');
});

test('refused acts do not go to the audit log', async () => {
  const { id } = await catalog.product();
  await put(id, { price: -1 });
  await put(id, { seller_id: 999 });
  expect((await acts('product', id)).map(({ action }) => action)).toEqual(['product.created']);
});

test('the acts of admins on demo tracks go to the audit log too', async () => {
  const { body } = await request(catalog.app)
    .post('/api/demos')
    .set(asAdmin())
    .field('name', 'Warehouse')
    .field('category', 'Techno')
    .attach('img', catalog.img, 'a.png')
    .attach('audio', catalog.audio, 'a.wav');
  const { id } = body as DemoView;
  await request(catalog.app).put(`/api/demos/${id}`).set(asAdmin()).field('name', 'Cellar');
  await request(catalog.app).delete(`/api/demos/${id}`).set(asAdmin());
  expect((await acts('demo', id)).map(({ action, before, after }) => [action, before?.name, after?.name])).toEqual([
    ['demo.created', undefined, 'Warehouse'],
    ['demo.changed', 'Warehouse', 'Cellar'],
    ['demo.deleted', 'Cellar', undefined],
  ]);
});
