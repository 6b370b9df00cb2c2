import { as, asAdmin, asUser, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { openCatalog } from '../testing/catalog-under-test';
import { forgetOldPlays } from './count-play';

const catalog = forAllTests(openCatalog);

const play = async (id: number | string, caller = as()) => {
  const { status, body } = await request(catalog.app).post(`/api/products/${id}/increment-play-count`).set(caller);
  return status === 200 ? (body as { play_count: number }).play_count : status;
};

test('a play counts once per account, or address, and track and day', async () => {
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

test('logging in or out again makes no second client of anybody', async () => {
  const track = await catalog.product();
  const address = '198.51.100.20';
  expect(await play(track.id, as({ userId: 11, sessionId: 'first', address }))).toBe(1);
  expect(await play(track.id, as({ userId: 11, sessionId: 'second', address }))).toBe(1);
  expect(await play(track.id, as({ userId: 11, sessionId: 'third', address: '198.51.100.21' }))).toBe(1);
  expect(await play(track.id, as({ address }))).toBe(1);
  expect(await play(track.id, as({ userId: 12, sessionId: 'fourth', address }))).toBe(2);

  const visited = await catalog.product();
  expect(await play(visited.id, as({ address }))).toBe(1);
  expect(await play(visited.id, as({ userId: 11, sessionId: 'fifth', address }))).toBe(1);
});

test('one address may count only a limited number of plays an hour', async () => {
  const [track, address] = [await catalog.product(), '198.51.100.30'];
  const statuses = new Set<number>();
  for (let i = 0; i < 301; i += 1) statuses.add(await play(track.id, as({ userId: 1000 + i, sessionId: `s${i}`, address })));
  expect(statuses).toContain(429);
  expect(await play(track.id, as({ address: '198.51.100.31' }))).toBe(301);
});

test('many at once from one client count once', async () => {
  const track = await catalog.product();
  await Promise.all(Array.from({ length: 10 }, () => play(track.id, asUser(9))));
  expect(await play(track.id, asUser(9))).toBe(1);
});

test('the account or address of a play is stored as a hash, for two days', async () => {
  const track = await catalog.product();
  await play(track.id, as({ address: '203.0.113.9' }));
  const rows = () => catalog.source.query<{ client: string }[]>('SELECT client FROM plays WHERE product_id = $1', [track.id]);
  expect((await rows())[0]!.client).toMatch(/^[\w-]{43}$/);
  for (const age of ['of today', 'of yesterday']) {
    await forgetOldPlays(catalog.source);
    expect([age, (await rows()).length]).toEqual([age, 1]);
    await catalog.source.query('UPDATE plays SET day = day - 1 WHERE product_id = $1', [track.id]);
  }
  await forgetOldPlays(catalog.source);
  expect(await rows()).toEqual([]);
});

test('unknown, removed and malformed ids', async () => {
  const track = await catalog.product();
  await request(catalog.app).delete(`/api/products/${track.id}`).set(asAdmin());
  expect([await play(track.id), await play(999_999), await play('x'), await play('99999999999')]).toEqual([404, 404, 400, 400]);
});
