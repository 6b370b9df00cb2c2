import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { forward } from '@shop/runtime/testing';
import { openGateway, type UnderTest } from '../testing/gateway-under-test';

const MINUTE = 60_000;
const HOME = 'http://shop.example/';
const PATH = '/internal/tracks-for-sale';

let shop: UnderTest;
/** The tracks for sale, in catalog's parts. */
let parts: number[][];
let away: boolean;
beforeEach(async () => {
  shop = await openGateway({ PUBLIC_URL: 'http://shop.example' });
  [parts, away] = [[[7, 9]], false];
  shop.fakes.catalog.answer = (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://catalog');
    if (away || pathname !== PATH) return void res.writeHead(500).end();
    const at = parts.findIndex((ids) => ids.some((id) => id > Number(searchParams.get('after'))));
    const ids = parts[at] ?? [];
    res.end(JSON.stringify({ ids, next: at >= 0 && at + 1 < parts.length ? ids.at(-1) : null }));
  };
});
afterEach(async () => {
  jest.restoreAllMocks();
  await shop.stop();
});
const countRequests = () => shop.fakes.catalog.seen.length;
const locations = (text: string) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url!);
const trackIn = (url: string) => Number(/^http:\/\/shop\.example\/track\/(\d+)$/.exec(url)?.[1]);
const tracks = (text: string) => locations(text).map(trackIn).filter(Boolean);

test('a shop of one part has one sitemap, of the public pages and what is for sale', async () => {
  const { status, text, headers } = await shop.call('/sitemap.xml');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+\/sitemap\/0\.9">\n/);
  expect(locations(text)).toEqual(expect.arrayContaining([HOME, 'http://shop.example/shop']));
  expect(tracks(text)).toEqual([7, 9]);
  expect(locations(text).some((url) => /cart|account|mdghost/.test(url))).toBe(false);
  expect(shop.fakes.catalog.seen[0]!.caller).toMatchObject({ internal: true, userId: null });
  expect((await shop.call('/sitemap-1.xml')).text).toBe(text);
});

test('a larger one has an index, and every address in one of its parts', async () => {
  parts = [[1, 2, 3], [5, 8, 13], [21]];
  const index = await shop.call('/sitemap.xml');
  expect(index.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(index.text).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  expect(locations(index.text)).toEqual([1, 2, 3].map((part) => `http://shop.example/sitemap-${part}.xml`));
  const pages = await Promise.all(locations(index.text).map((url) => shop.call(new URL(url).pathname)));
  expect(pages.map(({ text }) => tracks(text))).toEqual(parts);
  expect(pages.map(({ text }) => locations(text).includes(HOME))).toEqual([true, false, false]);
  expect(countRequests()).toBe(3);
});

test('a part that is not there is a 404', async () => {
  for (const path of ['/sitemap-2.xml', '/sitemap-0.xml', '/sitemap-01.xml', '/sitemap-1e9.xml', '/sitemap-.xml'])
    expect([path, (await shop.call(path)).status]).toEqual([path, 404]);
  expect((await shop.call('/sitemap.xml', { method: 'POST' })).status).toBe(404);
});

test('a part is the same in each encoding, and who has it gets 304', async () => {
  const plain = await shop.call('/sitemap-1.xml');
  const zipped = await shop.call('/sitemap-1.xml', { headers: { 'accept-encoding': 'gzip' } });
  const brotlied = await shop.call('/sitemap-1.xml', { headers: { 'accept-encoding': 'gzip, br' } });
  expect([gunzipSync(zipped.bytes).toString(), brotliDecompressSync(brotlied.bytes).toString()]).toEqual([
    plain.text,
    plain.text,
  ]);
  for (const { headers, bytes } of [plain, zipped, brotlied])
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'no-cache', 'content-length': `${bytes.length}` });
  const again = await shop.call('/sitemap-1.xml', { headers: { 'if-none-match': plain.headers.etag! } });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const head = await shop.call('/sitemap-1.xml', { method: 'HEAD' });
  expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, plain.headers.etag]);
});

test('catalog is asked once a minute, whoever asks for what', async () => {
  parts = [[1], [2]];
  const call = () =>
    Promise.all(['/sitemap.xml', '/sitemap-1.xml', '/sitemap-2.xml', '/sitemap.xml'].map((path) => shop.call(path)));
  await call();
  await call();
  expect(countRequests()).toBe(2);
  parts = [[1]];
  expect((await shop.call('/sitemap-2.xml')).status).toBe(200);
  forward(MINUTE + 1);
  expect((await shop.call('/sitemap-2.xml')).status).toBe(404);
  expect(tracks((await shop.call('/sitemap.xml')).text)).toEqual([1]);
  expect(countRequests()).toBe(3);
});

test('while catalog is away the last known sitemap holds, and few requests ask', async () => {
  parts = [[1], [2]];
  const before = await shop.call('/sitemap-2.xml');
  [away, parts] = [true, []];
  forward(MINUTE + 1);
  for (let turn = 0; turn < 3; turn += 1) expect((await shop.call('/sitemap-2.xml')).text).toBe(before.text);
  expect(countRequests()).toBe(3);
  [away, parts] = [false, [[4]]];
  forward(10_001);
  expect(tracks((await shop.call('/sitemap.xml')).text)).toEqual([4]);
});

test('before catalog has answered once, the pages are listed and a part is for later', async () => {
  away = true;
  const { status, text } = await shop.call('/sitemap.xml');
  expect([status, locations(text).includes(HOME), tracks(text)]).toEqual([200, true, []]);
  expect((await shop.call('/sitemap-2.xml')).status).toBe(503);
});

test('an answer that tells the same tracks again ends no walk, so it is refused', async () => {
  shop.fakes.catalog.answer = (_req, res) => void res.end(JSON.stringify({ ids: [1], next: 1 }));
  expect((await shop.call('/sitemap-1.xml')).status).toBe(503);
  expect(countRequests()).toBe(2);
});

test('an address that asks too often is told to slow down', async () => {
  await shop.stop();
  shop = await openGateway({ PUBLIC_URL: 'http://shop.example', RATE_LIMIT_SCALE: '0.005' });
  const statuses: number[] = [];
  for (const path of ['/sitemap.xml', '/sitemap-1.xml', '/sitemap.xml', '/sitemap-1.xml'])
    statuses.push((await shop.call(path)).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await shop.call('/robots.txt')).status).toBe(200);
});
