import { createLog } from '@shop/runtime';
import { eventually } from '@shop/runtime/testing';
import { openGateway, type UnderTest } from '../testing/gateway-under-test';

let shop: UnderTest;
afterEach(() => shop.stop());

const metrics = async () => (await fetch(`${shop.gateway.opsUrl}/metrics`)).text();
const send = (body: unknown, type = 'application/csp-report') =>
  shop.call('/api/csp-reports', {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const old = (directive: string) => ({
  'csp-report': {
    'effective-directive': directive,
    'blocked-uri': 'https://evil.example/x.js?secret=1',
    'document-uri': 'http://localhost:8080/reset-password/abcdefghijklmnopqrstuvwxyz?token=secret',
  },
});

describe('a browser’s report about our policies', () => {
  test('is counted by directive, in the old form and the new, and logged without the secrets in addresses', async () => {
    const log = createLog('test', 'silent');
    const warned = jest.spyOn(log, 'warn');
    shop = await openGateway({}, { log });
    expect((await send(old('script-src-elem'))).status).toBe(204);
    const modern = { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'inline', documentURL: 'x' } };
    expect((await send([modern, modern], 'application/reports+json')).status).toBe(204);
    expect((await send(old('made-up-{}'))).status).toBe(204);
    const text = await metrics();
    for (const [directive, count] of Object.entries({ 'script-src-elem': 1, 'img-src': 2, other: 1 }))
      expect(text).toMatch(new RegExp(`csp_reports_total\\{[^}]*directive="${directive}"[^}]*\\} ${count}`));
    const logLines = JSON.stringify(warned.mock.calls);
    expect(logLines).toContain('https://evil.example/x.js');
    expect(logLines).not.toMatch(/secret|abcdefghij/);
  });

  test('is bounded: in size, in number for each address, and in the log', async () => {
    const log = createLog('test', 'silent');
    const warned = jest.spyOn(log, 'warn');
    shop = await openGateway({ RATE_LIMIT_SCALE: '1' }, { log });
    expect((await send('x'.repeat(20_000))).status).toBe(413);
    for (const body of ['', 'no json', '[]', '[null,1]', '{"csp-report":3}', 'null']) expect((await send(body)).status).toBe(204);
    for (let i = 0; i < 30; i += 1) expect((await send(old('script-src'))).status).toBe(204);
    expect(await metrics()).toMatch(/csp_reports_total\{[^}]*directive="script-src"[^}]*\} 14\n/);
    expect(warned.mock.calls.filter(([, text]) => String(text).includes('kept out of a page'))).toHaveLength(10);
    expect(Object.values(shop.fakes).flatMap(({ seen }) => seen)).toEqual([]);
  });
});

const CODE_FROM_TEXT = `require-trusted-types-for 'script'`;
const SIMULATOR = 'http://localhost:8090/sdk/js';

test('every page says where to report, and watches what turns text into code', async () => {
  shop = await openGateway();
  const { headers } = await shop.call('/');
  expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"');
  expect(headers['content-security-policy']).toMatch(/report-uri \/api\/csp-reports; report-to csp$/);
  expect(headers['content-security-policy-report-only']).toContain(CODE_FROM_TEXT);
});

test.each([
  ['where every script is ours', { PAYPAL_SDK_URL: SIMULATOR }, true],
  ['beside the bot check it is watched', { PAYPAL_SDK_URL: SIMULATOR, RECAPTCHA_SITE_KEY: 'site-key' }, false],
  ['with the bot check, where the operator says so', { RECAPTCHA_SITE_KEY: 'site-key', TRUSTED_TYPES: 'enforced' }, true],
  ['not where the operator wants it watched', { PAYPAL_SDK_URL: SIMULATOR, TRUSTED_TYPES: 'watched' }, false],
])('text becomes code only through the rules of the page: %s', async (_, env, expected) => {
  shop = await openGateway(env);
  const { headers } = await shop.call('/');
  expect(String(headers['content-security-policy']).includes(CODE_FROM_TEXT)).toBe(expected);
  expect('content-security-policy-report-only' in headers).toBe(!expected);
});

test('PayPal’s hosts are named: no page takes anything from all of a domain', async () => {
  shop = await openGateway();
  const policy = String((await shop.call('/checkout')).headers['content-security-policy']);
  expect(policy).not.toContain('*');
  expect(policy).toMatch(/script-src [^;]*https:\/\/www\.paypal\.com/);
  expect(/script-src ([^;]*)/.exec(policy)![1]).not.toMatch(/t\.paypal|unsafe/);
});

test('the API’s documentation runs no script that stands in the page', async () => {
  shop = await openGateway();
  const answer = await shop.call('/api/docs/');
  const policy = String(answer.headers['content-security-policy']);
  expect(/script-src ([^;]*)/.exec(policy)![1]).toBe("'self'");
  const inline = [...answer.text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code!.trim());
  expect(inline.filter(Boolean)).toEqual([]);
});

test('a logout clears no files of the browser, which would take it seconds: nothing of an account is among them', async () => {
  shop = await openGateway();
  for (const path of ['/api/users/logout', '/api/users/logout-everywhere']) {
    const { headers } = await shop.call(path, { method: 'POST' });
    expect([path, headers['clear-site-data']]).toEqual([path, undefined]);
  }
});

describe('security.txt', () => {
  test('says where to report, until when, and which address it has', async () => {
    shop = await openGateway({ SECURITY_CONTACT: 'security@ghostline.example', PUBLIC_URL: 'https://shop.example' });
    const answer = await shop.call('/.well-known/security.txt');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(answer.text).toContain('Contact: mailto:security@ghostline.example\n');
    expect(answer.text).toContain('Canonical: https://shop.example/.well-known/security.txt\n');
    const until = Date.parse(/Expires: (.*)/.exec(answer.text)![1]!);
    expect(until).toBeGreaterThan(Date.now() + 100 * 86_400_000);
    expect(until).toBeLessThan(Date.now() + 366 * 86_400_000);
  });

  test('is not there without a contact', async () => {
    shop = await openGateway();
    expect((await shop.call('/.well-known/security.txt')).status).toBe(404);
  });
});

test('a gateway that is about to stop is no longer ready, and still lives', async () => {
  shop = await openGateway();
  shop.fakes.orders.answer = (_req, res) => void setTimeout(() => res.end('done'), 1500);
  const pending = shop.call('/api/orders/1');
  await eventually(() => expect(shop.fakes.orders.seen).toHaveLength(1));
  const status = async (path: string) => (await fetch(shop.gateway.opsUrl + path)).status;
  expect(await status('/readyz')).toBe(200);
  const stopped = shop.gateway.stop();
  expect([await status('/readyz'), await status('/healthz')]).toEqual([503, 200]);
  expect((await pending).text).toBe('done');
  await stopped;
});
