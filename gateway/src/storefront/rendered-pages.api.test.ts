import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eventually, forward } from '@shop/runtime/testing';
import type { RenderLimits } from './rendering/page-renderer';
import { aShelfOf, openRenderedShop } from '../testing/rendered-shop';

const PAGE = `<!doctype html><html><head><title>x</title><meta name="description" content="y" />
  <script type="module" crossorigin src="/assets/app-1.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/core-1.js">
  <link rel="stylesheet" crossorigin href="/assets/app-1.css">
  </head><body><div id="root"></div><noscript>z</noscript></body></html>`;
/** Renders the names of the tracks. A track's name makes it misbehave; `Slow` takes until a file `go` exists. */
const PAGES = `
const { existsSync } = require('node:fs');
const { join } = require('node:path');
exports.loadPages = async () => {};
const FIRST = '/api/products/search?limit=24';
const CALLS = { home: () => [FIRST], shop: () => [FIRST], track: (path) => ['/api/products/' + path.split('/')[2], FIRST], service: () => ['/api/demos'] };
exports.planPage = (page, address) => {
  const [path] = address.split('?');
  const asked = new URL(address, 'http://x').searchParams;
  const genre = asked.get('genre');
  const [moved, noindex] = [asked.has('price'), asked.has('after')];
  const words = asked.get('q');
  const choice = page !== 'shop' ? '' : words ? '?q=' + words : genre ? '?genre=' + genre : '';
  return { canonical: path + choice, moved, noindex, calls: (CALLS[page] ?? (() => []))(path) };
};
exports.renderPage = async (page, address, config, answers) => {
  const names = answers.flatMap(({ body }) => body.products ?? body.name ?? body.details?.name ?? []).map((one) => one.name ?? one);
  if (names[0] === 'Throws') throw new Error('broken');
  while (names[0] === 'Slow' && !existsSync(join(__dirname, 'go'))) await new Promise((resolve) => setTimeout(resolve, 20));
  if (names[0] === 'Hangs') for (;;);
  if (names[0] === 'Dies') process.exit(3);
  return {
    body: '<link rel="preload" as="image" href="/x.webp"/><main>' + page + ': ' + names.length + '</main>',
    state: JSON.stringify({ page, address, config: config.siteName, names }),
  };
};`;

let folder: string;
let shop: Awaited<ReturnType<typeof openRenderedShop>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rendered-pages-test-'));
  await mkdir(join(folder, '.server'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'app-1.css'), 'body { color: red }');
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, '.server', 'render-pages.cjs'), PAGES);
});
const go = () => join(folder, '.server', 'go');
const openWith = async (limits: RenderLimits, env: Record<string, string> = {}) => {
  shop = await openRenderedShop(aShelfOf(3), { WEB_DIR: folder, ...env }, { rendering: limits });
};
// On a busy machine a page takes its time.
beforeEach(() => openWith({ renderMs: 60_000, silentMs: 60_000, restartMs: 50 }));
afterEach(async () => {
  jest.restoreAllMocks();
  await shop.stop();
  await rm(go(), { force: true });
});
const reopenWith = async (limits: RenderLimits) => {
  await shop.stop();
  await openWith(limits);
};
afterAll(() => rm(folder, { recursive: true, force: true }));

const misbehaves = (name: string) => shop.shelf.products.push({ ...aShelfOf(1)[0]!, id: 66, name });
const stateIn = (text: string) =>
  JSON.parse(/<script type="application\/json" id="rendered-page">(.*?)<\/script>/s.exec(text)![1]!) as { names: string[] };
const isRendered = (text: string) => text.includes('id="rendered-page"');
const outcomes = async () => {
  const text = await (await fetch(`${shop.gateway.opsUrl}/metrics`)).text();
  return Object.fromEntries(
    [...text.matchAll(/^page_renders_total\{.*outcome="(\w+)".*\} (\d+)$/gm)].map(([, outcome, count]) => [
      outcome,
      Number(count),
    ]),
  );
};

test('a public page comes as finished HTML, with its head and what its app needs', async () => {
  const { status, text, headers } = await shop.call('/');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'private, no-cache',
  ]);
  expect(text).toContain(
    '<div id="root" data-app="/assets/app-1.js" data-parts="/assets/core-1.js" data-page-parts=""><main>home: 3</main></div>',
  );
  expect(stateIn(text)).toEqual({
    page: 'home',
    address: '/',
    config: 'Ghostline',
    names: ['Track 3', 'Track 2', 'Track 1'],
  });
  expect(text).toContain('<title>Ghostline – ghost productions, sold once</title>');
  expect(text).toContain('<noscript>z</noscript>');
  expect(text).toContain('<style>body { color: red }</style>');
  expect(text).toContain('<link rel="stylesheet" href="/assets/app-1.css" disabled />');
  expect(text.match(/rel="stylesheet"/g)).toHaveLength(1);
  expect(text).not.toMatch(/type="module"|modulepreload|as="fetch"/);
});

test('it is the same for every visitor, compressed, and not sent again to who has it', async () => {
  const anybody = await shop.call('/');
  const somebody = await shop.call('/?utm_source=mail', { headers: { cookie: 'sid=secret-sid; userId=4711; wishlist=12' } });
  expect(somebody.text).toBe(anybody.text);
  expect(somebody.text).not.toMatch(/secret-sid|4711|mail/);
  expect(somebody.headers['server-timing']).not.toBe(anybody.headers['server-timing']);
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync };
  for (const encoding of ['gzip', 'br'] as const) {
    const packed = await shop.call('/', { headers: { 'accept-encoding': encoding } });
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    expect(unpack[encoding](packed.bytes).toString()).toBe(anybody.text);
    const again = await shop.call('/', { headers: { 'accept-encoding': encoding, 'if-none-match': packed.headers.etag! } });
    expect([again.status, again.text]).toEqual([304, '']);
    // The browser keeps its policy and nonce.
    expect(again.headers).not.toHaveProperty('content-security-policy');
    expect(again.headers).not.toHaveProperty('server-timing');
  }
  expect(await outcomes()).toEqual({ rendered: 1, failed: 0, late: 0, lost: 0, unanswered: 0 });
});

test('a name that looks like the end of a script ends none', async () => {
  misbehaves('</script><script>alert(1)</script>');
  const { text } = await shop.call('/track/66');
  expect(text).not.toContain('<script>alert');
  expect(stateIn(text).names[0]).toBe('</script><script>alert(1)</script>');
});

test('the shop has a page for each choice of filters, and one for all addresses that say the same', async () => {
  const addressIn = async (path: string) => (stateIn((await shop.call(path)).text) as unknown as { address: string }).address;
  expect(await addressIn('/shop?genre=House&utm_source=mail')).toBe('/shop?genre=House');
  expect(await addressIn('/shop?utm_source=post&genre=House')).toBe('/shop?genre=House');
  expect(await addressIn('/shop')).toBe('/shop');
  expect(await outcomes()).toMatchObject({ rendered: 2 });
});

test('however many choices are looked at, the pages without one stay', async () => {
  for (const path of ['/', '/faq']) await shop.call(path);
  for (let nth = 0; nth < 505; nth += 1) await shop.call(`/shop?q=${nth}`);
  const before = (await outcomes()).rendered!;
  for (const path of ['/', '/faq', '/shop?q=504']) await shop.call(path);
  expect((await outcomes()).rendered).toBe(before);
});

test('a choice that no track can have has a page too', async () => {
  for (const choice of ['genre=Nothing', 'genre=House&genre=Nothing', 'key=H', 'type=Nothing'])
    expect([choice, isRendered((await shop.call(`/shop?${choice}`)).text)]).toEqual([choice, true]);
});

test('an address has 30 new pages made in ten seconds; then browsers render them', async () => {
  await shop.stop();
  await openWith({ renderMs: 60_000 }, { RATE_LIMIT_SCALE: '1' });
  const isMade = async (path: string) => isRendered((await shop.call(path)).text);
  for (let nth = 0; nth < 30; nth += 1) expect(await isMade(`/shop?q=${nth}`)).toBe(true);
  const count = shop.fakes.catalog.seen.length;
  expect([await isMade('/shop?q=30'), await isMade('/shop')]).toEqual([false, false]);
  expect(shop.fakes.catalog.seen).toHaveLength(count);
  expect(await isMade('/shop?q=29')).toBe(true);
});

test('a form’s address with needless parameters leads to the usual address', async () => {
  const moved = await shop.call('/shop?genre=House&price=&price=');
  expect([moved.status, moved.headers.location, moved.headers['cache-control']]).toEqual([
    302,
    '/shop?genre=House',
    'private, no-cache',
  ]);
});

test('later parts of a list are in no index; the list itself is', async () => {
  expect((await shop.call('/shop')).text).toContain('<link rel="canonical"');
  const later = (await shop.call('/shop?genre=House&after=newest~0~8')).text;
  expect(later).toContain('<meta name="robots" content="noindex" />');
  expect(later).not.toContain('rel="canonical"');
});

test.each([
  ['/track/66', 404],
  ['/nowhere-at-all', 404],
])('%s is nowhere: one page for all such addresses says so', async (path, status) => {
  const answer = await shop.call(path);
  expect([answer.status, answer.text.includes('notFound: 0')]).toEqual([status, true]);
  expect(answer.text).toContain('<meta name="robots" content="noindex" />');
});

test('a track that is sold is gone from every page within a second, and its own page says it', async () => {
  expect(stateIn((await shop.call('/')).text).names).toContain('Track 2');
  expect(stateIn((await shop.call('/track/2')).text).names[0]).toBe('Track 2');
  shop.shelf.sold.push(...shop.shelf.products.splice(1, 1));
  forward(1001);
  expect(stateIn((await shop.call('/')).text).names).toEqual(['Track 3', 'Track 1']);
  const sold = await shop.call('/track/2');
  expect(sold.status).toBe(200);
  expect(sold.text).toContain('(sold)');
  expect(sold.text).toContain('<meta name="robots" content="noindex" />');

  const rendered = (await outcomes()).rendered;
  forward(1001);
  expect((await shop.call('/track/2')).text).toContain('(sold)');
  expect((await outcomes()).rendered).toBe(rendered);
});

test.each([
  ['Throws', 'failed'],
  ['Slow', 'late'],
  ['Hangs', 'late'],
  ['Dies', 'lost'],
] as const)('when the rendering of a page %s, the browser renders it, and the metric says so', async (name, outcome) => {
  if (outcome === 'late') await reopenWith({ renderMs: 400, silentMs: 300, restartMs: 50 });
  misbehaves(name);
  const { status, text } = await shop.call('/track/66');
  expect([status, isRendered(text)]).toEqual([200, false]);
  expect(text).toContain('<script type="module"');
  expect(text).toContain(`<title>${name} by North Yard`);
  expect(await outcomes()).toMatchObject({ [outcome]: 1 });
});

test.each(['Hangs', 'Dies'])('a thread that %s is replaced', async (name) => {
  if (name === 'Hangs') await reopenWith({ renderMs: 400, silentMs: 300, restartMs: 50 });
  misbehaves(name);
  await shop.call('/track/66');
  await eventually(async () => expect(isRendered((await shop.call('/faq')).text)).toBe(true));
});

/** Makes the page of a track render too late for its request. Its plan is known, so nothing else can be late. */
async function aLatePage() {
  await reopenWith({ renderMs: 400, silentMs: 60_000 });
  misbehaves('Quick');
  await eventually(async () => expect(isRendered((await shop.call('/track/66')).text)).toBe(true));
  named('Slow');
  expect(isRendered((await shop.call('/track/66')).text)).toBe(false);
}
function named(name: string) {
  shop.shelf.products.at(-1)!.name = name;
  forward(1001);
}

test('a page that comes late is kept for the next visit', async () => {
  await aLatePage();
  const before = await outcomes();
  expect(isRendered((await shop.call('/track/66')).text)).toBe(false);
  await writeFile(go(), '');
  await eventually(async () => expect(isRendered((await shop.call('/track/66')).text)).toBe(true));
  expect(await outcomes()).toEqual(before);
});

test('a page that comes late is not shown once what it shows has changed', async () => {
  await aLatePage();
  named('Newer');
  await writeFile(go(), '');
  // Pages are rendered one after the other.
  await eventually(async () => expect(isRendered((await shop.call('/faq')).text)).toBe(true));
  const page = await eventually(async () => {
    const { text } = await shop.call('/track/66');
    expect(isRendered(text)).toBe(true);
    return text;
  });
  expect(stateIn(page).names[0]).toBe('Newer');
});

test('while catalog hangs, a page waits no longer than for its rendering, nothing is asked twice, and the metric says so', async () => {
  await reopenWith({ renderMs: 1000 });
  let givenUp = 0;
  shop.fakes.catalog.answer = (_req, res) => void res.once('close', () => (givenUp += 1));
  const { status, text } = await shop.call('/track/1');
  // It waits once, not three times: catalog is still being asked.
  expect(givenUp).toBe(0);
  expect([status, isRendered(text)]).toEqual([503, false]);
  expect(text).toContain('<title>Ghostline</title>');
  const urls = shop.fakes.catalog.seen.map(({ url }) => url);
  expect([...new Set(urls)]).toEqual(urls);
  expect(await outcomes()).toMatchObject({ unanswered: 1 });
});

test('while catalog hangs, a page that is kept goes on being shown', async () => {
  await reopenWith({ renderMs: 1000 });
  await eventually(async () => expect(isRendered((await shop.call('/track/1')).text)).toBe(true));
  forward(1001);
  shop.shelf.hangs = true;
  expect(isRendered((await shop.call('/track/1')).text)).toBe(true);
});

test('while catalog refuses, it is not asked a second time for the same page', async () => {
  const { catalog } = shop.fakes;
  catalog.answer = (_req, res) => void res.writeHead(503).end();
  await shop.call('/track/1');
  const urls = catalog.seen.map(({ url }) => url);
  expect(urls.filter((url) => url === '/api/products/1')).toHaveLength(1);
  expect(await outcomes()).toMatchObject({ unanswered: 1 });
});

test('a page whose policy has changed is sent again, with the policy, though its HTML is the same', async () => {
  const etagWith = async (paypal: string, etag = '"none"') => {
    const gateway = await openRenderedShop(aShelfOf(3), { WEB_DIR: folder, PAYPAL_SDK_URL: paypal });
    const { status, headers, text } = await gateway.call('/faq', { headers: { 'if-none-match': etag } });
    await gateway.stop();
    return { status, text, etag: headers.etag!, policy: headers['content-security-policy'] };
  };
  const before = await etagWith('http://localhost:8090/sdk/js');
  expect((await etagWith('http://localhost:8090/sdk/js', before.etag)).status).toBe(304);
  const after = await etagWith('http://localhost:8091/sdk/js', before.etag);
  expect([after.status, after.text]).toEqual([200, before.text]);
  expect(after.policy).toContain('http://localhost:8091');
});

test('while catalog is away, pages with tracks are rendered by the browser at first, the others as ever', async () => {
  shop.shelf.away = true;
  expect(isRendered((await shop.call('/')).text)).toBe(false);
  expect(isRendered((await shop.call('/service')).text)).toBe(false);
  expect(isRendered((await shop.call('/track/1')).text)).toBe(false);
  expect(isRendered((await shop.call('/faq')).text)).toBe(true);
});

test('pages that belong to somebody are rendered by the browser', async () => {
  for (const path of ['/account', '/cart', '/checkout', '/reset-password/abc', '/mdghost-panel-secur/orders'])
    expect([path, isRendered((await shop.call(path)).text)]).toEqual([path, false]);
});

test('the module that renders the pages is not served as a file', async () => {
  expect((await shop.call('/.server/render-pages.cjs')).status).toBe(404);
});
