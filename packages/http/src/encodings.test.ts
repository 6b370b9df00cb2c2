import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { answerEncoded, encode, encodingFor } from './encodings';

test.each<[string | undefined, string]>([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=1.0, gzip;q=0.8', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0', 'identity'],
  ['br;q=0.001', 'br'],
  ['gzip;q=0, br;q=0', 'identity'],
  ['identity', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
  ['brx, xgzip, gzipped', 'identity'],
  ['x-br', 'identity'],
])('%s gets %s', (accepted, wanted) => {
  expect(encodingFor(accepted)).toBe(wanted);
});

const text = Buffer.from('so it is, '.repeat(1000));
const page = encode(text, { level: 9, quality: 6 });

test('each encoding is the same text, and is made once', async () => {
  const [br, gzip, identity] = await Promise.all((['br', 'gzip', 'identity'] as const).map(page.bodyIn));
  expect(identity).toBe(text);
  expect(gunzipSync(gzip!).equals(text)).toBe(true);
  expect(brotliDecompressSync(br!).equals(text)).toBe(true);
  expect(await page.bodyIn('br')).toBe(br);
});

test('a body that the build has compressed is sent unchanged', async () => {
  const br = Buffer.from('made before');
  expect(await encode(text, { level: 9, quality: 6, br }).bodyIn('br')).toBe(br);
});

test('an answer says its encoding, its length and what it varies with', async () => {
  const { status, headers, body } = await answerEncoded({ 'accept-encoding': 'gzip' }, page, ['Authorization']);
  expect([status, headers]).toEqual([
    200,
    {
      etag: page.etag.replace(/"$/, '-gzip"'),
      vary: 'Accept-Encoding, Authorization',
      'content-encoding': 'gzip',
      'content-length': String(body?.length),
    },
  ]);
});

test.each([
  ['the same encoding', 'br', 304],
  ['another encoding, which has other bytes,', 'gzip', 200],
])('who asks again in %s gets its status', async (_, encoding, wanted) => {
  const { headers } = await answerEncoded({ 'accept-encoding': 'br' }, page);
  for (const tag of [headers.etag, `W/${headers.etag}`, `"old", ${headers.etag}`]) {
    const { status } = await answerEncoded({ 'accept-encoding': encoding, 'if-none-match': tag }, page);
    expect([tag, status]).toEqual([tag, wanted]);
  }
});

test('a request by fetch gets 304, although fetch sends no-cache', async () => {
  const server = createServer((req, res) => {
    void answerEncoded(req.headers, page).then(({ status, headers, body }) => res.writeHead(status, headers).end(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { 'accept-encoding': 'identity', 'if-none-match': page.etag };
  const { status } = await fetch(url, { headers });
  server.close();
  expect(status).toBe(304);
});

test('an ETag that is given names the content', async () => {
  const list = encode(text, { level: 9, quality: 6, etag: '"v7"' });
  expect((await answerEncoded({}, list)).headers.etag).toBe('"v7"');
});
