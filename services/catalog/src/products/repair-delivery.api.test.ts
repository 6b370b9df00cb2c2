import { AdminActed, ProductChanged, ProductRemoved, StoreClosed, StoreOpened } from '@shop/contracts/events';
import { asAdmin, deliver, emitted, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { openCatalog } from '../testing/catalog-under-test';
import { sold, trackHeld } from '../testing/news-from-orders';

const catalog = forAllTests(openCatalog);
beforeAll(() => news(StoreOpened({ sellerId: 7, userId: 70, version: 1, storeName: 'Bassline Works', status: 'active' })));

const news = (event: { type: string; data: unknown }) => deliver(catalog.source, subscriptions, event);
const put = (id: number, fields: unknown) =>
  request(catalog.app).put(`/api/products/${id}`).set(asAdmin(4)).field('fields', JSON.stringify(fields));
const changesOf = async (id: number) =>
  (await emitted(catalog.source, ProductChanged)).filter(({ productId }) => productId === id);
const acts = async (id: number) =>
  (await emitted(catalog.source, AdminActed)).filter(({ subject, adminId }) => subject.id === id && adminId === 4);
const aSoldTrack = async () => {
  const track = await catalog.product({
    seller_id: 7,
    project_name: 'Cubase',
    project_link: 'https://files.example/project-one',
  });
  await news(sold([{ productId: track.id, claimVersion: 1 }]));
  return { ...track, status: 'sold' };
};

test('the links of a sold track are mended, announced and on record without themselves; all else stays', async () => {
  const track = await aSoldTrack();
  const links = { download_link: 'https://files.example/track-two', project_link: 'https://files.example/project-two' };
  expect(await put(track.id, links)).toMatchObject({ status: 200, body: { ...track, ...links } });
  expect(await changesOf(track.id)).toMatchObject([
    { version: 2, downloadLink: links.download_link, projectLink: links.project_link, priceCents: 29_900, sellerId: 7 },
  ]);
  await put(track.id, { download_link: 'https://files.example/track-three' }).expect(200);
  const change = (fields: object) => ({ action: 'product.delivery-repaired', ...fields });
  expect((await acts(track.id)).map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    change({
      before: { download_link: 'as before', project_link: 'as before' },
      after: { download_link: 'changed', project_link: 'changed' },
    }),
    change({ before: { download_link: 'as before' }, after: { download_link: 'changed' } }),
  ]);
});

test.each([
  ['its price', { price: 1 }],
  ['its name', { name: 'Other' }],
  ['its store', { seller_id: null }],
  ['its price beside a link', { download_link: 'https://files.example/x', price: 1 }],
  ['nothing', {}],
])('with %s it is refused as ever', async (_, fields) => {
  const { id } = await aSoldTrack();
  expect(await put(id, fields)).toMatchObject({ status: 409, body: { code: 'sold' } });
  expect([await changesOf(id), await acts(id)]).toEqual([[], []]);
});

test('so are its picture and its recording', async () => {
  const { id } = await aSoldTrack();
  const answer = await put(id, { download_link: 'https://files.example/x' }).attach('img', catalog.img, 'cover.png');
  expect(answer).toMatchObject({ status: 409, body: { code: 'sold' } });
  expect(await changesOf(id)).toEqual([]);
});

test.each([
  ['download_link', { download_link: 'ftp://files.example/x' }],
  ['download_link', { download_link: null }],
  ['project_link', { project_link: '' }],
])('a wrong %s is refused', async (field, fields) => {
  const { id } = await aSoldTrack();
  expect(await put(id, fields)).toMatchObject({ status: 400, body: { field } });
});

test('a held track is left alone, and a track on sale is edited as ever', async () => {
  const track = await catalog.product();
  await put(track.id, { download_link: 'https://files.example/x' }).expect(200);
  await news(trackHeld(track.id, 1));
  expect(await put(track.id, { download_link: 'https://files.example/y' })).toMatchObject({
    status: 409,
    body: { code: 'held' },
  });
  expect((await acts(track.id)).map(({ action }) => action)).toEqual(['product.changed']);
});

test('when its store is closed, its buyer is helped all the same: the removal is said again with the new link', async () => {
  await news(StoreOpened({ sellerId: 8, userId: 80, version: 1, storeName: 'Last Days', status: 'active' }));
  const { id } = await catalog.product({ seller_id: 8 });
  await news(sold([{ productId: id, claimVersion: 1 }]));
  await news(StoreClosed({ sellerId: 8, userId: 80, version: 2 }));
  await put(id, { download_link: 'https://files.example/moved' }).expect(200);
  expect(await changesOf(id)).toEqual([]);
  const removals = (await emitted(catalog.source, ProductRemoved)).filter(({ productId }) => productId === id);
  expect(removals).toMatchObject([{ version: 2 }, { version: 3, links: { downloadLink: 'https://files.example/moved' } }]);
});
