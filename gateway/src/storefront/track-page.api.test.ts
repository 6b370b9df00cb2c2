import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGateway, type UnderTest } from '../testing/gateway-under-test';

const PAGE = '<!doctype html><html><head><title>x</title><meta name="description" content="y" /></head><body></body></html>';
const SOLD = { id: 8, name: 'Gone', img: '/media/catalog/gone.webp', store_name: 'Night Works' };
const FOR_SALE = { ...SOLD, id: 7, name: 'Here __CSP_NONCE__', price: 299, bpm: 128, duration: 100, category: 'Techno' };

const answer = (req: IncomingMessage, res: ServerResponse) => {
  const say = (status: number, body: unknown) => void res.writeHead(status).end(JSON.stringify(body));
  if (req.url === '/api/products/7') return say(200, FOR_SALE);
  if (req.url === '/api/products/8') return say(404, { success: false, code: 'sold', details: SOLD });
  if (req.url === '/api/products/9') return say(404, { success: false, code: 'product-not-found' });
  return say(500, { success: false });
};

let folder: string;
let shop: UnderTest;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'track-page-test-'));
  await writeFile(join(folder, 'index.html'), PAGE);
  shop = await openGateway({ WEB_DIR: folder, PUBLIC_URL: 'http://shop.example' });
  shop.fakes.catalog.answer = answer;
});
afterAll(async () => {
  await shop.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the page of a track is about that track before any script runs, and catalog is asked as a visitor, once', async () => {
  const { status, text } = await shop.call('/track/7');
  expect(status).toBe(200);
  expect(text.match(/<title>/g)).toHaveLength(1);
  expect(text).toContain('<title>Here __CSP_NONCE__ by Night Works – Ghostline</title>');
  expect(text).toContain('application/ld+json');
  expect(text).not.toContain('content="y"');
  await shop.call('/track/7');
  const requests = shop.fakes.catalog.seen.filter(({ url }) => url === '/api/products/7');
  expect(requests).toHaveLength(1);
  expect(requests[0]!.caller).toMatchObject({ userId: null, admin: false, internal: false });
});

test('a sold track has a page that no index takes', async () => {
  const { status, text } = await shop.call('/track/8');
  expect(status).toBe(200);
  expect(text).toContain('Gone by Night Works (sold)');
  expect(text).toContain('<meta name="robots" content="noindex" />');
});

test('a track nobody knows is a 404 with the page of the shop', async () => {
  const { status, text, headers } = await shop.call('/track/9');
  expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(text).toContain('<title>Page not found – Ghostline</title>');
});

test('while catalog is away the page is there, claims nothing, and asks search engines to come back', async () => {
  const { status, text, headers } = await shop.call('/track/10');
  expect([status, headers['retry-after'], headers['content-type']]).toEqual([503, '5', 'text/html; charset=utf-8']);
  expect(text).toContain('<title>Ghostline</title>');
  // With the track's address, the app would take the head for the track's own.
  expect(text).not.toMatch(/noindex|canonical|og:url/);
  expect((await shop.call('/track/10', { headers: { 'if-none-match': headers.etag! } })).status).toBe(503);
});

test.each([
  ['/', 'Ghostline – ghost productions, sold once', false],
  ['/shop', 'Shop – Ghostline', false],
  ['/reset-password/secret-token', 'Reset password – Ghostline', true],
  ['/confirm-email/secret-token', 'Confirm e-mail address – Ghostline', true],
  ['/undo-email-change/secret-token', 'Undo change of address – Ghostline', true],
  ['/mdghost-panel-secur/orders', 'Admin – Ghostline', true],
  ['/nonsense', 'Page not found – Ghostline', true],
  ['//evil/x', 'Page not found – Ghostline', true],
])('%s is called %s', async (path, title, noindex) => {
  const { text } = await shop.call(path);
  expect(text).toContain(`<title>${title}</title>`);
  expect(text.includes('noindex')).toBe(noindex);
  expect(text).not.toMatch(/secret-token|evil/);
});

test('a later part of the list is in no index, also when its browser renders it', async () => {
  for (const [path, noindex] of [
    ['/shop?genre=House&after=newest~0~8', true],
    ['/shop?genre=House', false],
    ['/faq?after=newest~0~8', false],
  ] as const) {
    const { text } = await shop.call(path);
    expect([path, text.includes('noindex'), text.includes('rel="canonical"')]).toEqual([path, noindex, !noindex]);
  }
});

test('robots are kept out of the private parts and shown the sitemap', async () => {
  const { text, headers } = await shop.call('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text.split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /mdghost-panel-secur',
    'Disallow: /account',
    'Disallow: /cart',
    'Disallow: /checkout',
    '',
    'Sitemap: http://shop.example/sitemap.xml',
    '',
  ]);
  expect((await shop.call('/mdghost-panel-secur')).headers['x-robots-tag']).toBe('noindex, nofollow');
  expect((await shop.call('/shop')).headers).not.toHaveProperty('x-robots-tag');
});
