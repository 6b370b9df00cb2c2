import {
  ProductPublished,
  ProductRemoved,
  TrackHeld,
  TrackReleased,
  TrackRemoved,
  TrackUnsold,
  UserDeleted,
} from '@shop/contracts/events';
import type { SellerTrackView, UnsoldTrackView } from '@shop/contracts/views';
import { asAdmin, asUser, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { captured } from '../testing/ledger-app';
import { aSeller, setStatus, useStores } from '../testing/stores-app';
import { tellOfUnsold } from './unsold-tracks';

const stores = useStores();
let id: number;
beforeEach(async () => {
  id = await aSeller(stores);
  await setStatus(stores, id, 'active').expect(200);
});

const monthsAgo = (months: number) => new Date(Date.now() - months * 31 * 86_400_000).toISOString();
const publish = (productId: number, createdAt: string, sellerId: number | null = id, sellerUserId = 7) =>
  stores.hears(
    ProductPublished({
      productId,
      version: 1,
      name: `Track ${productId}`,
      category: 'Techno',
      img: '/media/catalog/x.webp',
      priceCents: 29_900,
      oldPriceCents: null,
      bpm: 128,
      musicKey: 'A',
      projectName: null,
      downloadLink: 'https://www.dropbox.com/s/x',
      projectLink: null,
      sellerId,
      sellerUserId: sellerId && sellerUserId,
      storeName: 'Night Freight',
      createdAt,
    }),
  );
const holdEvent = (productId: number, version: number) =>
  stores.hears(TrackHeld({ productId, orderId: 1, version, until: '2030-01-01T12:00:00.000Z' }), 2);
const released = (productId: number, version: number) => stores.hears(TrackReleased({ productId, orderId: 1, version }), 2);
const sold = (productId: number, claimVersion: number) =>
  stores.hears(captured(1, [{ productId, claimVersion, sellerId: id }]), 2);

const tracks = async () =>
  ((await request(stores.app).get(`/api/sellers/${id}/tracks`).set(asUser(7)).expect(200)).body as { data: SellerTrackView[] })
    .data;
const statusOf = async (productId: number) => (await tracks()).find((track) => track.id === productId)!.status;
const unsold = async (query: object = {}) =>
  (
    (await request(stores.app).get('/api/sellers/unsold-tracks').set(asAdmin()).query(query).expect(200)).body as {
      data: UnsoldTrackView[];
    }
  ).data;

test('a track is active until somebody pays for it, held meanwhile, then sold; old news change nothing', async () => {
  await publish(1, monthsAgo(0));
  const statuses = [await statusOf(1)];
  for (const news of [
    () => holdEvent(1, 1),
    () => released(1, 2),
    () => holdEvent(1, 3),
    () => sold(1, 4),
    () => holdEvent(1, 3),
  ]) {
    await news();
    statuses.push(await statusOf(1));
  }
  expect(statuses).toEqual(['Active', 'Held', 'Active', 'Held', 'Sold', 'Sold']);
  await publish(2, monthsAgo(0));
  await stores.hears(ProductRemoved({ productId: 2, version: 2 }));
  expect(await statusOf(2)).toBe('Removed');
});

test("each seller sees the tracks of their own store, and nobody else's", async () => {
  const otherStore = await aSeller(stores, { userId: 8, seller: { storeName: 'Low Tide', socialLink: null } });
  await publish(1, monthsAgo(0));
  await publish(2, monthsAgo(0), otherStore, 8);
  await publish(3, monthsAgo(0), null);
  const tracksOf = async (sellerId: number, userId: number) => {
    const { body } = await request(stores.app).get(`/api/sellers/${sellerId}/tracks`).set(asUser(userId)).expect(200);
    return (body as { data: SellerTrackView[] }).data.map((track) => track.id);
  };
  expect([await tracksOf(id, 7), await tracksOf(otherStore, 8)]).toEqual([[1], [2]]);
});

test('a track that somebody holds is not sold any more, also when the end of its sale is heard of late', async () => {
  await publish(1, monthsAgo(0));
  await sold(1, 5);
  await holdEvent(1, 7);
  await released(1, 6);
  expect(await statusOf(1)).toBe('Held');
  await released(1, 8);
  expect(await statusOf(1)).toBe('Active');
});

test('tracks that nobody bought for six months are listed, marked for their sellers, and announced once', async () => {
  await publish(1, monthsAgo(8));
  await publish(2, monthsAgo(7));
  await publish(3, monthsAgo(5));
  await publish(4, monthsAgo(9), null);
  await publish(5, monthsAgo(9));
  await sold(5, 1);
  await publish(6, monthsAgo(9));
  await stores.hears(ProductRemoved({ productId: 6, version: 2 }));
  await publish(7, monthsAgo(9));
  await holdEvent(7, 1);

  expect((await unsold()).map((track) => track.id)).toEqual([1, 2]);
  expect((await unsold({ q: 'track 2', page: 1 })).map((track) => track.id)).toEqual([2]);
  expect((await tracks()).filter((track) => track.unsold).map((track) => track.id)).toEqual([2, 1]);

  await tellOfUnsold(stores.source);
  await Promise.all([tellOfUnsold(stores.source), tellOfUnsold(stores.source)]);
  expect(await emitted(stores.source, TrackUnsold)).toMatchObject([
    { productId: 1, trackName: 'Track 1', storeName: 'Night Freight', owner: { email: 'nora@example.com' } },
    { productId: 2 },
  ]);
  expect((await unsold())[0]!.told_at).not.toBeNull();
  await released(7, 2);
  await tellOfUnsold(stores.source);
  expect((await emitted(stores.source, TrackUnsold)).map(({ productId }) => productId)).toEqual([1, 2, 7]);
});

test('while its store is not active a track is not for sale: it is neither called active nor unsold, and its seller is not told', async () => {
  await publish(1, monthsAgo(8));
  await publish(2, monthsAgo(8));
  await holdEvent(2, 1);
  await setStatus(stores, id, 'inactive').expect(200);
  expect((await tracks()).map(({ status, unsold: marked }) => [status, marked])).toEqual([
    ['Held', false],
    ['Not for sale', false],
  ]);
  expect(await unsold()).toEqual([]);
  await tellOfUnsold(stores.source);
  expect(await emitted(stores.source, TrackUnsold)).toEqual([]);
  await setStatus(stores, id, 'active').expect(200);
  expect(await statusOf(1)).toBe('Active');
  await tellOfUnsold(stores.source);
  expect(await emitted(stores.source, TrackUnsold)).toMatchObject([{ productId: 1 }]);
});

describe('a track that an admin removes', () => {
  const removed = (productId: number, version = 2) => stores.hears(ProductRemoved({ productId, version }), 2);
  const removals = async () => (await emitted(stores.source, TrackRemoved)).map(({ productId }) => productId);

  test('is told to the owner of its store once, also when the removal is said again', async () => {
    await publish(1, monthsAgo(1));
    await removed(1);
    await removed(1, 3);
    expect(await emitted(stores.source, TrackRemoved)).toMatchObject([
      {
        sellerId: id,
        productId: 1,
        trackName: 'Track 1',
        storeName: 'Night Freight',
        owner: { name: 'Nora', email: 'nora@example.com' },
      },
    ]);
    expect(await statusOf(1)).toBe('Removed');
  });

  test("is not told when it is the operator's own, or was never known here", async () => {
    await publish(1, monthsAgo(1), null);
    await removed(1);
    await removed(2);
    await publish(2, monthsAgo(1));
    expect(await removals()).toEqual([]);
  });

  test.each([
    ['was deleted', () => request(stores.app).delete(`/api/sellers/${id}`).set(asAdmin()).expect(200)],
    ['closed with its account', () => stores.hears(UserDeleted({ userId: 7, version: 3 }))],
  ])('is not told when its store %s, with which all its tracks go', async (_, close) => {
    await publish(1, monthsAgo(1));
    await close();
    await removed(1);
    expect(await removals()).toEqual([]);
  });
});
