import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { searchRoutes } from '@shop/contracts/routes';
import { eventually, forward } from '@shop/runtime/testing';
import express from 'express';
import { aListedTrack } from '../testing/a-listed-track';
import { openGateway, type UnderTest } from '../testing/gateway-under-test';

let shop: UnderTest;
let requests: string[];
let version: number;
let mode: 'fine' | 'away' | 'silent';
let givenUp: number;
const pageOf = (name: string) => ({
  ...{ products: [aListedTrack({ name })], total: 1, listed: 9, from: 0 },
  ...{ next: null, previous: null, mixed: null, facets: null },
});

const openWith = async (env: Record<string, string>) => {
  shop = await openGateway(env);
  [requests, version, mode, givenUp] = [[], 1, 'fine', 0];
  shop.fakes.catalog.answer = (req, res) => {
    requests.push(`${req.url}`);
    if (mode === 'away') return void req.socket.destroy();
    if (mode === 'silent') return void res.once('close', () => (givenUp += 1));
    if (req.url?.includes('limit=0'))
      return void res.writeHead(400, { 'content-type': 'application/json' }).end('{"code":"invalid","field":"limit"}');
    if (req.headers['accept-encoding'] === 'gzip, deflate') return void res.writeHead(500).end();
    const etag = `"v${version}"`;
    if (req.headers['if-none-match'] === `"v${version}"`) return void res.writeHead(304, { etag }).end();
    res.writeHead(200, { etag, 'content-type': 'application/json' }).end(JSON.stringify(pageOf(`Version ${version}`)));
  };
};
beforeEach(async () => {
  // No second passes unless a test says so.
  forward(0);
  await openWith({});
});
afterEach(async () => {
  jest.restoreAllMocks();
  await shop.stop();
});

const SEARCH = '/api/products/search?genre=Techno';
const aSecondLater = () => forward(1001);

test('those who ask the same within a second share one question, whichever encoding they take', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => shop.call(SEARCH)));
  const brotli = await shop.call(SEARCH, { headers: { 'accept-encoding': 'br' } });
  expect(answers.map(({ json }) => json)).toEqual([pageOf('Version 1'), pageOf('Version 1'), pageOf('Version 1')]);
  expect(JSON.parse(brotliDecompressSync(brotli.bytes).toString())).toEqual(pageOf('Version 1'));
  expect([answers[0]!.headers['etag'], brotli.headers['etag']]).toEqual(['"v1"', '"v1-br"']);
  expect(brotli.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding, Authorization' });
  expect((await shop.call(SEARCH, { headers: { 'if-none-match': '"v1"' } })).status).toBe(304);
  expect(requests).toEqual([SEARCH]);
});

test('another choice is another question, and similar tracks are kept as well', async () => {
  await shop.call('/api/products/7/similar');
  await shop.call('/api/products/7/similar');
  await shop.call('/api/products/search');
  expect(requests).toEqual(['/api/products/7/similar', '/api/products/search']);
});

test('an id that leads elsewhere asks catalog nothing here', async () => {
  for (const id of ['x\\..\\..\\..\\media\\catalog\\a.mp3?1', 'x#', 'x?']) {
    const socket = connect(Number(new URL(shop.gateway.url).port), '127.0.0.1');
    socket.write(`GET /api/products/${id}/similar HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    await once(socket.resume(), 'close');
  }
  expect(requests.filter((path) => path.startsWith('/media'))).toEqual([]);
});

test('a change is seen after a second, and an unchanged answer is not sent again', async () => {
  await shop.call(SEARCH);
  aSecondLater();
  expect((await shop.call(SEARCH)).json).toEqual(pageOf('Version 1'));
  version = 2;
  aSecondLater();
  expect((await shop.call(SEARCH)).json).toEqual(pageOf('Version 2'));
  expect(requests).toHaveLength(3);
});

test('while catalog is away the last answer holds; one that was never answered is a 503', async () => {
  await shop.call(SEARCH);
  mode = 'away';
  aSecondLater();
  expect((await shop.call(SEARCH)).json).toEqual(pageOf('Version 1'));
  expect((await shop.call('/api/products/search?genre=House')).status).toBe(503);
});

test('while catalog is silent one caller waits for it, and the next ones do not', async () => {
  await shop.call(SEARCH);
  mode = 'silent';
  aSecondLater();
  const waited = await shop.call(SEARCH);
  aSecondLater();
  await eventually(() => expect(givenUp).toBe(1));
  const next = await shop.call(SEARCH);
  // The second question is still open.
  expect(givenUp).toBe(1);
  expect([waited.json, next.json]).toEqual([pageOf('Version 1'), pageOf('Version 1')]);
});

test('refusals come from catalog itself, and callers who say who they are pass through', async () => {
  expect(await shop.call('/api/products/search?limit=0')).toMatchObject({ status: 400, json: { field: 'limit' } });
  await shop.call(SEARCH, { headers: { authorization: 'Bearer x' } });
  await shop.call(SEARCH, { headers: { authorization: 'Bearer x' } });
  expect(requests.filter((url) => url === SEARCH)).toHaveLength(2);
});

test('no more than some hundred answers are kept', async () => {
  for (let nth = 0; nth < 501; nth += 1) await shop.call(`/api/products/search?price=${nth}-1000`);
  requests = [];
  await shop.call('/api/products/search?price=500-1000');
  await shop.call('/api/products/search?price=0-1000');
  expect(requests).toEqual(['/api/products/search?price=0-1000']);
});

test('large answers are forgotten sooner: what is made of them counts as well', async () => {
  shop.fakes.catalog.answer = (req, res) => {
    requests.push(`${req.url}`);
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(pageOf('x'.repeat(2_000_000))));
  };
  for (let nth = 0; nth < 8; nth += 1) await shop.call(`/api/products/search?price=${nth}-1000`);
  await shop.call('/api/products/search?price=7-1000');
  await shop.call('/api/products/search?price=0-1000');
  expect(requests).toHaveLength(9);
  expect(requests.at(-1)).toBe('/api/products/search?price=0-1000');
});

test('an address asks no more than 60 new questions in ten seconds; what is kept it may ask again', async () => {
  await shop.stop();
  await openWith({ RATE_LIMIT_SCALE: '1' });
  for (let nth = 0; nth < 60; nth += 1) expect((await shop.call(`/api/products/search?price=${nth}-1000`)).status).toBe(200);
  const paths: [string, Record<string, string>?][] = [
    ['/api/products/search?price=60-1000'],
    ['http://shop.test/api/products/search?price=60-1000'],
    ['/api/products/7/similar'],
    ['/API/Products/SEARCH/?price=60-1000'],
    [`/api/products/search?q=${'%20'.repeat(200)}`],
    ['/api/products/search?price=0-1000', { authorization: 'Bearer x' }],
  ];
  for (const [path, headers = {}] of paths) {
    const refused = await shop.call(path, { headers });
    expect([path, refused.status, refused.json.code]).toEqual([path, 429, 'too-many']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await shop.call('/api/products/search?price=0-1000')).status).toBe(200);
  expect((await shop.call('/api/products/7')).status).toBe(200);
  // A kept answer is checked again after a second.
  expect(new Set(requests.filter((url) => url.includes('?'))).size).toBe(60);
});

test('no other writing of an address brings catalog a question that is not counted', async () => {
  await shop.stop();
  await openWith({ RATE_LIMIT_SCALE: '1' });
  const reached: string[] = [];
  const catalog = express();
  for (const { path } of Object.values(searchRoutes))
    catalog.get(path, (req, res) => {
      reached.push(req.originalUrl);
      res.json(pageOf('any'));
    });
  shop.fakes.catalog.answer = (req, res) => void catalog(req, res);
  for (let nth = 0; nth < 60; nth += 1) await shop.call(`/api/products/search?price=${nth}-1000`);
  expect(reached.splice(0)).toHaveLength(60);
  for (const path of [
    ...['/api/products//search?q=x', '/api//products/search?q=x', '/api/products/search//?q=x', '/api/products/7//similar'],
    ...['/api/products/search\\?q=x', '/api/products\\search?q=x', '/api/products/7\\similar', '/api\\products\\search#'],
    ...['/api/products/search#?q=x', '/api/products/7/similar#', '/api/products/7/similar/#'],
    ...['/api/products/./search?q=x', '/api/products/7/../search?q=x', '/api/products/7/%2e%2e/search?q=x'],
    ...['/api/products%2fsearch?q=x', '/api/products/7%2Fsimilar', '/api/products/7%5csimilar', '/api/products/7/similar%23'],
    ...['/api/products/search;x?q=x', '/api/products/%73earch?q=x', '/api/products/7/similar%20', '/api/products/search%3fq=x'],
    ...['/api/products/search?', '/api/products/search/??q=x', '/Api/PRODUCTS/search?q=x', '/api/products/7/Similar/?'],
    ...['http://x/api/products/search?q=x', 'HTTP://x@y:1/api/products/7/similar', 'http://x/api/products//search?q=x'],
    ...['//api/products/search?q=x', 'http://x//api/products/search?q=x', '//x@y/api/products/search?q=x'],
  ])
    for (const method of ['GET', 'HEAD']) await shop.call(path, { method });
  expect(reached).toEqual([]);
});
