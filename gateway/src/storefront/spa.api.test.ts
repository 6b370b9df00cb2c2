import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { forward } from '@shop/runtime/testing';
import { saveReleases } from './earlier-releases';
import { openGateway, type UnderTest } from '../testing/gateway-under-test';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(3000))})`;
const INLINE = 'globalThis.begun = true';
let folder: string;
let shop: UnderTest;
beforeAll(async () => {
  // A folder of this name above the built files must not make them all immutable.
  folder = join(await mkdtemp(join(tmpdir(), 'spa-test-')), 'assets', 'web');
  await mkdir(join(folder, 'assets'), { recursive: true });
  const page = `<!doctype html><script>${INLINE}</script><script type="module" src="/assets/app-1a2b.js"></script>`;
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'app-1a2b.js.map'), '{}');
  await writeFile(join(folder, 'assets', 'built-1a2b.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'built-1a2b.js.br'), brotliCompressSync(`${SCRIPT} // by the build`));
  await writeFile(join(folder, 'assets', 'cover.webp'), Buffer.from([1, 2, 3]));
  await writeFile(join(folder, 'robots.txt'), 'User-agent: *');
  await writeFile(join(folder, '.env'), 'SECRET=1');
  shop = await openGateway({ WEB_DIR: folder });
});
afterAll(async () => {
  await shop.stop();
  await rm(join(folder, '..', '..'), { recursive: true, force: true });
});

const directives = (policy: string | undefined) =>
  Object.fromEntries(
    (policy ?? '').split('; ').map((directive) => {
      const [name, ...values] = directive.split(' ');
      return [name!, values];
    }),
  );

describe('a page of the shop', () => {
  test.each(['/', '/shop', '/reset-password/abc', '/unsubscribe/', '/mdghost-panel-secur/orders'])(
    '%s is the one page, kept by no cache but the browser, and never without asking',
    async (path) => {
      const answer = await shop.call(path);
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'private, no-cache',
      ]);
    },
  );

  test('is sent compressed, in each encoding the same, and not again to who has it', async () => {
    const plain = await shop.call('/account');
    for (const [encoding, unpacked] of [['gzip', gunzipSync] as const, ['br', brotliDecompressSync] as const]) {
      const headers = { 'accept-encoding': encoding };
      const packed = await shop.call('/account', { headers });
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
      expect(unpacked(packed.bytes).toString()).toBe(plain.text);
      const again = await shop.call('/account', { headers: { ...headers, 'if-none-match': packed.headers.etag! } });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers).not.toHaveProperty('content-security-policy');
      expect(again.headers).not.toHaveProperty('server-timing');
    }
  });

  test('has a nonce of its own beside it: in the policy, and where its scripts can read it', async () => {
    const nonces = await Promise.all(
      ['/', '/'].map(async (path) => {
        const { text, headers } = await shop.call(path);
        const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))![1]!;
        expect(text).not.toContain(nonce);
        expect(headers['server-timing']).toBe(`nonce;desc="${nonce}"`);
        expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('names its own inline script in the policy by its hash', async () => {
    const { headers } = await shop.call('/');
    const hash = createHash('sha256').update(INLINE).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}' 'nonce-`);
  });

  test.each([
    ['/public-offer-agreement', '/offer-k7v2x9q4m3'],
    ['/public-offer-agreement/?from=mail', '/offer-k7v2x9q4m3?from=mail'],
    ['/shop/?genre=House', '/shop?genre=House'],
    ['/faq/?q=1', '/faq?q=1'],
    ['/track/7/', '/track/7'],
  ])('%s has moved to %s', async (path, to) => {
    const { status, headers } = await shop.call(path);
    expect([status, headers.location]).toEqual([301, to]);
  });

  test.each(['/nonsense', '/shopping', '/track/x', '/shop/x', '/account/x', '/cart/x/y'])(
    '%s is nowhere: 404, in no index, with the page that says so',
    async (path) => {
      const { status, text } = await shop.call(path);
      expect([status, text]).toEqual([404, expect.stringContaining('<meta name="robots" content="noindex" />')]);
    },
  );

  test('HEAD is the same without the page; a write is no page', async () => {
    expect(await shop.call('/shop', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect((await shop.call('/shop', { method: 'POST', body: 'x' })).status).toBe(404);
  });
});

describe('a file of the page', () => {
  test('that is named by its hash is kept for ever, in each encoding the same', async () => {
    const plain = await shop.call('/assets/app-1a2b.js');
    const zipped = await shop.call('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip' } });
    const brotlied = await shop.call('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'br' } });
    expect(plain.text).toBe(SCRIPT);
    expect(gunzipSync(zipped.bytes).toString()).toBe(SCRIPT);
    expect(brotliDecompressSync(brotlied.bytes).toString()).toBe(SCRIPT);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(brotlied.bytes.length).toBeLessThan(300);
    expect((await shop.call('/assets/app-1a2b.js', { headers: { 'if-none-match': plain.headers.etag! } })).status).toBe(304);
    expect((await shop.call('/assets/cover.webp', { headers: { 'accept-encoding': 'br' } })).headers).not.toHaveProperty(
      'content-encoding',
    );
  });

  test('that the build has compressed goes out as it is', async () => {
    const brotlied = await shop.call('/assets/built-1a2b.js', { headers: { 'accept-encoding': 'br' } });
    expect(brotliDecompressSync(brotlied.bytes).toString()).toBe(`${SCRIPT} // by the build`);
    expect((await shop.call('/assets/built-1a2b.js.br')).status).toBe(404);
  });

  test('without a hash is asked after each time', async () => {
    expect((await shop.call('/robots.txt')).headers['cache-control']).toBe('no-cache');
  });

  test.each([
    '/assets/old-0000.js',
    '/assets/app-1a2b.js.map',
    '/.env',
    '/index.html',
    '/assets/../index.html',
    '/favicon.ico',
    '/assets/%2e%2e/.env',
  ])('%s is a 404 and not a page', async (path) => {
    const answer = await shop.call(path);
    expect([answer.status, answer.json.success]).toEqual([404, false]);
  });

  test.each(['/shop.html', '/track/7.php', '/assets/old-0000.js', '/.env'])(
    '%s, opened by a person, is the page that says that nothing is there',
    async (path) => {
      for (const headers of [{ accept: 'text/html,*/*;q=0.8' }, { 'sec-fetch-dest': 'document' }] as Record<string, string>[]) {
        const { status, headers: responseHeaders, text } = await shop.call(path, { headers });
        expect([status, responseHeaders['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
        expect(text).toContain('<title>Page not found');
      }
      for (const dest of ['script', 'style', 'image']) {
        const answer = await shop.call(path, { headers: { 'sec-fetch-dest': dest, accept: '*/*' } });
        expect([answer.status, answer.json.success, answer.headers['cache-control']]).toEqual([404, false, 'no-store']);
      }
    },
  );
});

describe('a new release', () => {
  const DAY = 86_400_000;
  const CHANGED = SCRIPT.replace('x', 'y');
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'releases-test-'));
    await mkdir(join(home, 'web', 'assets'), { recursive: true });
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  /** Builds a release of one script, and opens the shop on it. */
  const release = async (name: string, text: string) => {
    await rm(join(home, 'web', 'assets'), { recursive: true });
    await mkdir(join(home, 'web', 'assets'));
    await writeFile(join(home, 'web', 'assets', name), text);
    await writeFile(join(home, 'web', 'index.html'), `<!doctype html><script type="module" src="/assets/${name}"></script>`);
    return openGateway({ WEB_DIR: join(home, 'web'), WEB_RELEASES_DIR: join(home, 'kept') });
  };

  test('serves the files of the one before, as it did; a file that never was is a 404 that no cache keeps', async () => {
    await (await release('app-old1.js', SCRIPT)).stop();
    const shop = await release('app-new2.js', CHANGED);
    expect((await shop.call('/')).text).toContain('app-new2.js');
    expect((await shop.call('/assets/app-new2.js')).text).toBe(CHANGED);
    for (const _again of [1, 2]) {
      const old = await shop.call('/assets/app-old1.js', { headers: { 'accept-encoding': 'gzip' } });
      expect([old.status, gunzipSync(old.bytes).toString()]).toEqual([200, SCRIPT]);
      expect(old.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
    for (const missing of ['/assets/app-0000.js', '/assets/current.json', '/assets/../kept/current.json']) {
      const answer = await shop.call(missing);
      expect([missing, answer.status, answer.headers['cache-control']]).toEqual([missing, 404, 'no-store']);
    }
    await shop.stop();
  });

  test('leaves its files to the gateways of the one before too, which run on for a while', async () => {
    const older = await release('app-old1.js', SCRIPT);
    expect((await older.call('/assets/app-new2.js')).status).toBe(404);
    const newer = await release('app-new2.js', CHANGED);
    await writeFile(join(home, 'kept', 'app-new2.js.br'), brotliCompressSync(`${CHANGED} // by the build`));
    await writeFile(join(home, 'kept', 'app-3.js.0.part'), 'half');
    const brotlied = await older.call('/assets/app-new2.js', { headers: { 'accept-encoding': 'br' } });
    expect([brotlied.status, brotliDecompressSync(brotlied.bytes).toString()]).toEqual([200, `${CHANGED} // by the build`]);
    expect(brotlied.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const names = ['app-new2.js.br', 'app-3.js.0.part', 'current.json', '../web/index.html', '%2e%2e/web/index.html', '..', '.'];
    for (const name of names) expect([name, (await older.call(`/assets/${name}`)).status]).toEqual([name, 404]);
    await older.stop();
    await newer.stop();
  });

  test('keeps a file for a week after the last release that had it, however old it is', async () => {
    const [web, kept] = [join(home, 'web'), join(home, 'kept')];
    const start = Date.now();
    const of = async (name: string, days: number) => {
      await rm(join(web, 'assets'), { recursive: true });
      await mkdir(join(web, 'assets'));
      await writeFile(join(web, 'assets', name), 'x');
      await saveReleases(web, kept, start + days * DAY);
      return (await readdir(kept)).sort();
    };
    expect(await of('a.js', 0)).toEqual(['a.js', 'current.json']);
    expect(await of('b.js', 30)).toEqual(['a.js', 'b.js', 'current.json']);
    expect(await of('c.js', 36)).toEqual(['a.js', 'b.js', 'c.js', 'current.json']);
    expect(await of('c.js', 38)).toEqual(['b.js', 'c.js', 'current.json']);
    expect(await of('a.js', 40)).toEqual(['a.js', 'b.js', 'c.js', 'current.json']);
    expect(await of('a.js', 60)).toEqual(['a.js', 'current.json']);
  });

  test('gateways that start at the same moment and share the folder keep the same, and leave nothing half written', async () => {
    const [web, kept] = [join(home, 'shared-web'), join(home, 'shared-kept')];
    await mkdir(join(web, 'assets'), { recursive: true });
    const names = Array.from({ length: 20 }, (_, at) => `chunk-${at}.js`);
    for (const name of names) await writeFile(join(web, 'assets', name), 'x');
    await Promise.all([1, 2, 3, 4].map(() => saveReleases(web, kept)));
    expect((await readdir(kept)).sort()).toEqual([...names, 'current.json'].sort());
  });
});

describe('the policy of the page', () => {
  test('with PayPal and without bot check', async () => {
    const { headers } = await shop.call('/');
    const policy = directives(headers['content-security-policy'] as string);
    const scripts = ['https://www.paypal.com', 'https://www.sandbox.paypal.com', 'https://www.paypalobjects.com'];
    const paypal = [
      ...scripts,
      'https://c.paypal.com',
      'https://c.sandbox.paypal.com',
      'https://t.paypal.com',
      'https://b.stats.paypal.com',
    ];
    expect(policy).toEqual({
      'default-src': [`'none'`],
      'script-src': [`'self'`, expect.stringMatching(/^'sha256-.+'$/), expect.stringMatching(/^'nonce-.+'$/), ...scripts],
      'report-uri': ['/api/csp-reports'],
      'report-to': ['csp'],
      'style-src': [`'self'`, `'unsafe-inline'`],
      'img-src': [`'self'`, 'data:', 'blob:', ...paypal],
      'media-src': [`'self'`, 'blob:'],
      'font-src': [`'self'`],
      'manifest-src': [`'self'`],
      'connect-src': [`'self'`, 'blob:', ...paypal],
      'worker-src': [`'self'`, 'blob:'],
      'frame-src': [`'self'`, ...paypal],
      'base-uri': [`'none'`],
      'form-action': [`'self'`],
      'frame-ancestors': [`'none'`],
    });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('with the simulator only the simulator, with a bot check the bot check, over https only https', async () => {
    const gateway = await openGateway({
      PUBLIC_URL: 'https://shop.example',
      PAYPAL_SDK_URL: 'http://localhost:8090/sdk/js?x=1',
      RECAPTCHA_SITE_KEY: 'site',
    });
    const { headers } = await gateway.call('/');
    const text = String(headers['content-security-policy']);
    const policy = directives(text);
    expect(text).not.toContain('paypal.com');
    expect(policy['script-src']).toEqual(
      expect.arrayContaining([
        'http://localhost:8090',
        'https://www.google.com/recaptcha/',
        'https://www.gstatic.com/recaptcha/',
      ]),
    );
    expect(policy['frame-src']).toEqual(expect.arrayContaining(['http://localhost:8090', 'https://www.google.com/recaptcha/']));
    expect(policy).toHaveProperty('upgrade-insecure-requests');
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
    expect((await gateway.call('/api/products')).headers).toBeTruthy();
    await gateway.stop();
  });

  test('PayPal’s own script address is PayPal, not the demo', async () => {
    const live = await openGateway({ PAYPAL_SDK_URL: 'https://www.paypal.com/sdk/js' });
    expect(String((await live.call('/')).headers['content-security-policy'])).toContain('https://www.paypal.com');
    expect((await live.call('/api/config')).json.mode).toBe('sandbox');
    await live.stop();
  });

  test('answers of the API allow nothing, the page about the API only what it needs', async () => {
    for (const path of ['/api/config', '/api/orders/1', '/api/nothing']) {
      const { headers } = await shop.call(path);
      expect(headers['content-security-policy']).toBe(`default-src 'none'; frame-ancestors 'none'`);
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    }
    const docs = await shop.call('/api/docs/');
    expect([docs.status, docs.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(docs.headers['content-security-policy']).not.toContain('paypal');
  });
});

describe('the page’s first request', () => {
  test('the configuration, and nothing secret in it', async () => {
    const demo = await openGateway({
      PAYPAL_SDK_URL: 'http://localhost:8090/sdk/js',
      RECAPTCHA_SITE_KEY: 'site',
      SITE_NAME: 'Test',
      CONTACT_EMAIL: 'house@test.example',
      SOCIAL_SOUNDCLOUD: 'https://soundcloud.com/test',
    });
    expect((await demo.call('/api/config')).json).toEqual({
      siteName: 'Test',
      mode: 'demo',
      paypal: { clientId: 'client', currency: 'USD', sdkUrl: 'http://localhost:8090/sdk/js' },
      contact: {
        email: 'house@test.example',
        social: {
          Facebook: 'https://www.facebook.com/',
          Instagram: 'https://www.instagram.com/',
          SoundCloud: 'https://soundcloud.com/test',
        },
      },
      botCheck: { siteKey: 'site' },
      asksCompany: false,
    });
    await demo.stop();
  });

  test('is a 503 while the shop is still being filled', async () => {
    let ready = false;
    const opening = await openGateway({}, { isReady: () => ready });
    expect((await opening.call('/api/config')).status).toBe(503);
    ready = true;
    expect((await opening.call('/api/config')).status).toBe(200);
    await opening.stop();
  });
});

test('the API’s description is put together from the services that answer', async () => {
  const { fakes, call, stop } = await openGateway();
  const describe = (path: string) => (_req: unknown, res: { end: (text: string) => void }) =>
    res.end(JSON.stringify({ paths: { [path]: { get: {} } }, components: { schemas: { [path]: {} } } }));
  fakes.orders.answer = describe('/api/orders');
  fakes.sellers.answer = (_req, res) => void res.writeHead(500).end();
  await fakes.catalog.close();
  const { json } = await call('/api/openapi.json');
  expect(Object.keys(json.paths as object)).toEqual([
    '/api/admin/dashboard',
    '/api/config',
    '/api/vitals',
    '/api/admin/status',
    '/api/admin/status/put-back',
    '/api/products/events',
    '/api/csp-reports',
    '/api/openapi.json',
    '/api/docs',
    '/api/orders',
  ]);
  expect(fakes.orders.seen[0]).toMatchObject({ url: '/internal/openapi.json', caller: { internal: true } });
  await stop();
});

test('the page about the API moves to its address with a slash, as its description says', async () => {
  const { call, stop } = await openGateway();
  const { status, headers } = await call('/api/docs');
  expect([status, headers.location, headers['content-type']]).toEqual([301, '/api/docs/', 'text/html; charset=UTF-8']);
  const { paths } = (await call('/api/openapi.json')).json as { paths: Record<string, unknown> };
  expect(paths['/api/docs']).toMatchObject({ get: { responses: { 301: { content: { 'text/html': {} } } } } });
  await stop();
});

test('the description is asked for once a minute, however many read it, and outlasts a service that is away', async () => {
  const { fakes, call, stop } = await openGateway();
  fakes.orders.answer = (_req, res) => void res.end(JSON.stringify({ paths: { '/api/orders': { get: {} } } }));
  forward(0);
  const read = () => call('/api/openapi.json');
  const [first, second] = await Promise.all([read(), read()]);
  expect([second.text, fakes.orders.seen.length]).toEqual([first.text, 1]);
  expect((await call('/api/openapi.json', { headers: { 'if-none-match': first.headers.etag! } })).status).toBe(304);

  fakes.orders.answer = (_req, res) => void res.writeHead(500).end();
  forward(61_000);
  expect((await read()).json.paths).toHaveProperty(['/api/orders']);
  fakes.orders.answer = (_req, res) => void res.end(JSON.stringify({ paths: { '/api/newer': { get: {} } } }));
  forward(6_000);
  expect((await read()).json.paths).toHaveProperty(['/api/newer']);
  expect(fakes.orders.seen).toHaveLength(3);
  jest.restoreAllMocks();
  await stop();
});

test('a shop whose page is not built says so', async () => {
  const bare = await openGateway();
  expect((await bare.call('/')).text).toContain('not built');
  await bare.stop();
});
