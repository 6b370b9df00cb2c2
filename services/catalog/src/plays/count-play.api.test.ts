import { as, asAdmin, asUser } from '@shop/kit/testing';
import request from 'supertest';
import { startCatalog, type CatalogUnderTest } from '../testing/catalog-under-test';
import { forgetOldPlays } from './count-play';

let catalog: CatalogUnderTest;
beforeAll(async () => (catalog = await startCatalog()));
afterAll(() => catalog.stop());

const play = async (id: number | string, caller = as()) => {
  const { status, body } = await request(catalog.app).post(`/api/products/${id}/increment-play-count`).set(caller);
  return status === 200 ? (body as { play_count: number }).play_count : status;
};

test('a play counts once per session, or address, and track and day', async () => {
  const [track, other] = [await catalog.product(), await catalog.product()];
  expect(await play(track.id, asUser(1))).toBe(1);
  expect(await play(track.id, asUser(1))).toBe(1);
  expect(await play(track.id, asUser(2))).toBe(2);
  expect(await play(track.id, as({ address: '192.0.2.7' }))).toBe(3);
  expect(await play(track.id, as({ address: '192.0.2.7' }))).toBe(3);
  expect(await play(track.id, as({ address: '192.0.2.8' }))).toBe(4);
  expect(await play(other.id, asUser(1))).toBe(1);
  await catalog.source.query('UPDATE plays SET day = day - 1');
  expect(await play(track.id, asUser(1))).toBe(5);
});

test('many at once from one client count once', async () => {
  const track = await catalog.product();
  await Promise.all(Array.from({ length: 10 }, () => play(track.id, asUser(9))));
  expect(await play(track.id, asUser(9))).toBe(1);
});

test('who has played is kept as a hash, and for two days', async () => {
  const track = await catalog.product();
  await play(track.id, as({ address: '203.0.113.9' }));
  const rows = () => catalog.source.query<{ client: string }[]>('SELECT client FROM plays WHERE product_id = $1', [track.id]);
  expect((await rows())[0]!.client).toMatch(/^[\w-]{43}$/);
  await catalog.source.query('UPDATE plays SET day = day - 2 WHERE product_id = $1', [track.id]);
  await forgetOldPlays(catalog.source);
  expect(await rows()).toEqual([]);
});

test('unknown, removed and malformed ids', async () => {
  const track = await catalog.product();
  await request(catalog.app).delete(`/api/products/${track.id}`).set(asAdmin());
  expect([await play(track.id), await play(999_999), await play('x'), await play('99999999999')]).toEqual([404, 404, 400, 400]);
});
