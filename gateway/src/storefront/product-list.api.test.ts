import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eventually, forward } from '@shop/runtime/testing';
import { aListedTrack } from '../testing/a-listed-track';
import { openGateway, type UnderTest } from '../testing/gateway-under-test';

let shop: UnderTest;
let products: string;
let version: number;
let requests: number;
let given304: number;
let mode: 'fine' | 'hangs' | 'fails' | 'empty-handed';
beforeEach(async () => {
  shop = await openGateway();
  products = JSON.stringify(Array.from({ length: 50 }, (_, id) => aListedTrack({ id: id + 1, name: `Track ${id} ü 🎵` })));
  [version, requests, given304, mode] = [1, 0, 0, 'fine'];
  shop.fakes.catalog.answer = (req, res) => {
    requests += 1;
    if (mode === 'hangs') return;
    if (mode === 'fails') return void res.writeHead(500).end();
    const etag = `"v${version}"`;
    if (req.headers['if-none-match'] === etag) {
      given304 += 1;
      return void res.writeHead(304, { etag }).end();
    }
    setTimeout(() => res.writeHead(200, { etag, 'content-type': 'application/json' }).end(products), 20);
  };
});
afterEach(async () => {
  jest.restoreAllMocks();
  await shop.stop();
});
const list = (headers: Record<string, string> = {}, method = 'GET') => shop.call('/api/products', { method, headers });

test('the list has the security headers of every other answer', async () => {
  const config = await shop.call('/api/config');
  const answer = await list();
  for (const name of [
    'cross-origin-opener-policy',
    'referrer-policy',
    'content-security-policy',
    'x-frame-options',
    'x-content-type-options',
  ])
    expect([name, answer.headers[name]]).toEqual([name, config.headers[name]]);
});

test('the way to the next part of a large list is in each answer', async () => {
  const link = '</api/products?after=17>; rel="next"';
  const answer = shop.fakes.catalog.answer;
  shop.fakes.catalog.answer = (req, res) => {
    res.setHeader('link', link);
    answer?.(req, res);
  };
  const first = await list();
  expect([first.status, first.headers['link']]).toEqual([200, link]);
  const again = await list({ 'if-none-match': first.headers['etag']! });
  expect([again.status, again.headers['link']]).toEqual([304, link]);
});

test('an address that asks for it in floods is refused, unless it has the list already', async () => {
  const narrow = await openGateway({ RATE_LIMIT_SCALE: '0.04' });
  narrow.fakes.catalog.answer = shop.fakes.catalog.answer;
  const first = await narrow.call('/api/products');
  for (let i = 1; i < 24; i += 1) expect((await narrow.call('/api/products')).status).toBe(200);
  const refused = await narrow.call('/api/products');
  expect([refused.status, refused.json.code]).toEqual([429, 'too-many']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await narrow.call('/api/sellers/1')).status).toBe(429);
  const conditional = { 'if-none-match': first.headers.etag! };
  expect((await narrow.call('/api/products', { headers: conditional })).status).toBe(304);
  await narrow.stop();
});

test('an address that takes it many times at once, and reads nothing, is refused', async () => {
  // More than the buffers of a connection hold.
  products = JSON.stringify('x'.repeat(20_000_000));
  const narrow = await openGateway({ RATE_LIMIT_SCALE: '0.04' }, { checkAnswer: () => [] });
  narrow.fakes.catalog.answer = shop.fakes.catalog.answer;
  const { hostname, port } = new URL(narrow.gateway.url);
  const ask = () => {
    const socket = connect(Number(port), hostname).pause();
    socket.write(`GET /api/products HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    return socket;
  };
  const sockets = [ask(), ask(), ask()];
  await eventually(async () => expect((await narrow.call('/api/products')).status).toBe(429));
  sockets.forEach((socket) => socket.destroy());
  await eventually(async () => expect((await narrow.call('/api/products')).status).toBe(200));
  await narrow.stop();
});

test('each answer of it is measured, and a client that does not read it is dropped', async () => {
  // More than the buffers of a connection hold.
  products = JSON.stringify('x'.repeat(20_000_000));
  const impatient = { bytesPerSecond: 2048, everyMs: 1000, slowTimes: 3 };
  const strict = await openGateway({}, { checkAnswer: () => [], pace: impatient });
  strict.fakes.catalog.answer = shop.fakes.catalog.answer;
  const etag = (await strict.call('/api/products')).headers['etag']!;
  for (let i = 0; i < 3; i += 1) await strict.call('/api/products', { headers: { 'if-none-match': etag } });
  const measured = async () =>
    (await (await fetch(`${strict.gateway.opsUrl}/metrics`)).text())
      .split('\n')
      .filter((line) => /^http_request_duration_seconds_count\{.*route="catalog"/.test(line))
      .map((line) => /status="(\d+)".* (\d+)$/.exec(line)!.slice(1).join(': '));
  await eventually(async () => expect(await measured()).toEqual(['200: 1', '304: 3']));

  const { hostname, port } = new URL(strict.gateway.url);
  const deaf = connect(Number(port), hostname).pause();
  deaf.on('error', () => undefined).write(`GET /api/products HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  // A paused socket shows its end only when it writes; empty lines before a request mean nothing.
  await eventually(() => {
    deaf.write('\r\n');
    expect(deaf.destroyed).toBe(true);
  });
  await strict.stop();
});

test('the same list in each encoding, never to be kept without asking', async () => {
  const plain = await list();
  const zipped = await list({ 'accept-encoding': 'gzip' });
  const brotlied = await list({ 'accept-encoding': 'gzip, br' });
  expect(plain.text).toBe(products);
  expect(gunzipSync(zipped.bytes).toString()).toBe(products);
  expect(brotliDecompressSync(brotlied.bytes).toString()).toBe(products);
  expect([plain, zipped, brotlied].map((answer) => answer.headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
  for (const answer of [plain, zipped, brotlied]) {
    expect(answer.headers).toMatchObject({
      vary: 'Accept-Encoding, Authorization',
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-length': String(answer.bytes.length),
    });
    expect(answer.headers.etag).toMatch(/^"[^"]+"$/);
  }
  expect(new Set([plain, zipped, brotlied].map((answer) => answer.headers.etag)).size).toBe(3);
});

test('a caller who has it gets 304, also behind a proxy that weakens the tag or sends several', async () => {
  const { etag } = (await list({ 'accept-encoding': 'br' })).headers;
  for (const tags of [etag!, `W/${etag}`, `"old", ${etag}`, '*']) {
    const answer = await list({ 'accept-encoding': 'br', 'if-none-match': tags });
    expect([tags, answer.status, answer.bytes.length, answer.headers.etag]).toEqual([tags, 304, 0, etag]);
  }
  expect((await list({ 'accept-encoding': 'gzip', 'if-none-match': etag! })).status).toBe(200);
  expect((await list({ 'if-none-match': '"old"' })).status).toBe(200);
});

test('HEAD is the same without the body', async () => {
  const head = await list({}, 'HEAD');
  expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(Buffer.byteLength(products)), 0]);
});

test('a thousand requests are one question; after a second one more, which costs catalog nothing', async () => {
  // Stops the clock, so that the second does not end before the last of them.
  forward(0);
  const answers = await Promise.all(Array.from({ length: 200 }, () => list()));
  expect(answers.every((answer) => answer.text === products)).toBe(true);
  expect(requests).toBe(1);
  forward(1500);
  await Promise.all(Array.from({ length: 50 }, () => list()));
  expect([requests, given304]).toEqual([2, 1]);
});

test('a change shows within a second', async () => {
  await list();
  products = JSON.stringify([aListedTrack({ id: 99 })]);
  version = 2;
  forward(1001);
  expect((await list()).text).toBe(products);
});

test('a clock that is set back keeps no sold track in it', async () => {
  await list();
  [products, version] = ['[]', 2];
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  forward(1001);
  expect((await list()).text).toBe('[]');
});

test('while catalog is away the last list goes on, and the first request after it gets the new one', async () => {
  await list();
  await shop.fakes.catalog.close();
  forward(5000);
  expect((await list()).text).toBe(products);
  await shop.fakes.catalog.up();
  products = '[]';
  version = 2;
  forward(600_000);
  expect((await list()).text).toBe('[]');
});

test('while catalog fails or hangs, only the first request of an outage waits', async () => {
  await list();
  mode = 'fails';
  forward(2000);
  expect((await list()).text).toBe(products);
  mode = 'hangs';
  forward(4000);
  // The question hangs until its limit, but the answers do not.
  for (let i = 0; i < 5; i += 1) expect((await list()).text).toBe(products);
  await eventually(() => expect(requests).toBe(3));
});

test('before there was ever a list, the caller gets what the way to catalog says', async () => {
  await shop.fakes.catalog.close();
  expect((await list()).status).toBe(503);
});

test('with Authorization, a query, or another method the request goes to catalog itself; with a cookie it does not', async () => {
  await list();
  shop.fakes.catalog.answer = null;
  for (const [path, options] of [
    ['/api/products', { headers: { authorization: 'Bearer x' } }],
    ['/api/products?page=1', {}],
    ['/api/products', { method: 'POST', body: '{}' }],
  ] as const) {
    expect((await shop.call(path, options)).json).toHaveProperty('caller');
  }
  expect((await list({ cookie: 'sid=x' })).text).toBe(products);
});

test('catalog is asked as a visitor, with nothing of whoever came first', async () => {
  await list({ cookie: 'sid=x', 'x-user-id': '1', 'accept-language': 'de' });
  const { headers, caller } = shop.fakes.catalog.seen[0]!;
  expect(caller).toMatchObject({ userId: null, admin: false, internal: false });
  expect(headers).not.toHaveProperty('cookie');
  expect(headers).not.toHaveProperty('x-user-id');
});
