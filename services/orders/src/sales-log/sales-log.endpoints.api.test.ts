import { salesLogRoutes } from '@shop/contracts/routes';
import { implement } from '@shop/http';
import { as, testApp } from '@shop/runtime/testing';
import request from 'supertest';
import { useLog } from '../testing/sales-log';
import { salesLogHandlers } from './sales-log.endpoints';

const log = useLog();
const get = (path: string) => {
  const handlers = salesLogHandlers({
    source: log.source,
    publicUrl: log.signing.publicUrl,
    signingKeys: { log: log.signing.keys },
  });
  return request(testApp(implement(salesLogRoutes, handlers)))
    .get(path)
    .set(as())
    .buffer(true)
    .parse((res, done) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
    });
};
const textOf = async (path: string) => ((await get(path)).body as Buffer).toString();

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
const SHORT = { 'cache-control': 'public, max-age=5' };
const FOR_GOOD = { 'cache-control': 'public, max-age=31536000, immutable' };

test('the newest head stands at one address, and each head of before at its own, byte for byte', async () => {
  const empty = await get('/log/checkpoint');
  expect(empty).toMatchObject({ status: 200, headers: { ...TEXT, ...SHORT } });
  expect((empty.body as Buffer).toString()).toMatch(
    /^shop\.example\/log\n0\n47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— shop\.example\/log [A-Za-z0-9+/]{91}=\n$/,
  );
  expect(await get('/log/checkpoint/0')).toMatchObject({ status: 200, body: empty.body as Buffer, headers: SHORT });

  await log.append('a', 'b');
  const first = await textOf('/log/checkpoint');
  await log.append('c');
  expect(await get('/log/checkpoint/2')).toMatchObject({ status: 200, headers: { ...TEXT, ...FOR_GOOD } });
  expect(await textOf('/log/checkpoint/2')).toBe(first);
  expect(await textOf('/log/checkpoint')).toBe(await textOf('/log/checkpoint/3'));
  expect(await get('/log/checkpoint/0')).toMatchObject({ body: empty.body as Buffer, headers: FOR_GOOD });
});

test('the key is a line that clients of transparency logs read', async () => {
  expect(await get('/log/key')).toMatchObject({ status: 200, headers: { ...TEXT, ...SHORT } });
  expect(await textOf('/log/key')).toMatch(/^shop\.example\/log\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}\n$/);
});

test('tiles and leaves are kept by every cache for good', async () => {
  await log.append(...Array.from({ length: 257 }, (_leaf, index) => `leaf ${index}`));
  const BYTES = { 'content-type': 'application/octet-stream' };
  for (const [path, length] of [
    ['/log/tile/0/000', 8192],
    ['/log/tile/0/000.p/7', 7 * 32],
    ['/log/tile/0/001.p/1', 32],
    ['/log/tile/1/000.p/1', 32],
    ['/log/tile/entries/001.p/1', 10],
  ] as const) {
    const answer = await get(path);
    expect(answer).toMatchObject({ status: 200, headers: { ...BYTES, ...FOR_GOOD } });
    expect((answer.body as Buffer).length).toBe(length);
  }
});

test.each([
  ...['1', '3', '00', '01', '-1', '1e3', '2.0', '9999999999999999', 'x', '2/x'].map((size) => `/log/checkpoint/${size}`),
  ...['0/001', '0/000.p/3', '0/00', '0/000.p/256', '0/000.p/01', '0/%30%30%30', '0/x000/000', '0', '', 'x/000', '0/000.p/2/'].map(
    (tile) => `/log/tile/${tile}`,
  ),
  ...['entries/001', 'entries/000.p/3', 'data/000'].map((tile) => `/log/tile/${tile}`),
])('%s is a 404 that no cache keeps', async (path) => {
  await log.append('a', 'b');
  const answer = await get(path);
  expect(answer).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
  expect(JSON.parse((answer.body as Buffer).toString())).toMatchObject({ success: false, code: 'not-found' });
});
