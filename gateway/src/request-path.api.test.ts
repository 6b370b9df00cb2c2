import { testLog } from '@shop/runtime/testing';
import { openGateway, type UnderTest } from './testing/gateway-under-test';

let shop: UnderTest;
beforeAll(async () => {
  shop = await openGateway();
});
afterAll(() => shop.stop());
const drainUrls = () => Object.values(shop.fakes).flatMap((fake) => fake.seen.splice(0).map(({ url }) => url));
beforeEach(() => void drainUrls());

describe('a target with scheme and host, as proxies send it', () => {
  test.each([
    ['http://other.example/api/orders/1?x=1', '/api/orders/1?x=1'],
    ['HTTP://a@other.example:81/media/catalog/x.mp3', '/media/catalog/x.mp3'],
    ['https://[::1]/api/products?page=1', '/api/products?page=1'],
    ['http:///api/orders/http://x', null],
    ['http://other.example//api/orders/1', null],
  ])('%s asks a service for %s', async (target, expected) => {
    const { status } = await shop.call(target);
    expect(drainUrls()).toEqual(expected ? [expected] : []);
    expect(status === 200).toBe(expected !== null);
  });

  test.each(['http://other.example', 'http://other.example?x=1', 'http://other.example/shop'])('%s is a page', async (target) => {
    const { status, headers } = await shop.call(target);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('moves on to the page’s own address', async () => {
    const { status, headers } = await shop.call('http://other.example/shop/?genre=House');
    expect([status, headers.location]).toEqual([301, '/shop?genre=House']);
  });

  test('takes an upload like any other', async () => {
    const { status, json } = await shop.call('http://other.example/api/products', {
      method: 'POST',
      body: Buffer.alloc(600_000),
    });
    expect([status, json['bytes']]).toEqual([200, 600_000]);
  });
});

describe('whatever is refused', () => {
  const foreign = { origin: 'https://evil.example', cookie: 'sid=x' };
  test.each([
    ['a malformed report', '/api/vitals', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }],
    ['an address with two slashes', '/api//x', {}],
    ['what is for operators', '/metrics', {}],
    ['an unknown call', '/api/nothing', {}],
    ['a login from another site', '/api/users/login', { method: 'POST', headers: foreign, body: '{}' }],
  ] as const)('names its request, in the body and in a header: %s', async (_, path, init) => {
    const { status, json, headers } = await shop.call(path, init);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(json['requestId']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['x-request-id']).toBe(json['requestId']);
  });

  test('also for too many calls of an address', async () => {
    const crowded = await openGateway({ RATE_LIMIT_SCALE: '0.005' });
    const answers = [];
    for (let i = 0; i < 5; i += 1) answers.push(await crowded.call('/api/config'));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.json['requestId']).toBe(refused.headers['x-request-id']);
    await crowded.stop();
  });

  test('an error is logged under the id of its answer', async () => {
    const logged = jest.spyOn(testLog, 'error').mockReturnValue();
    const broken = await openGateway(
      {},
      {
        isReady: () => {
          throw new Error('a bug');
        },
      },
    );
    const { status, json } = await broken.call('/api/config');
    expect([status, json['requestId']]).toEqual([500, expect.any(String)]);
    expect(logged.mock.calls.map(([facts]) => facts)).toContainEqual(expect.objectContaining({ requestId: json['requestId'] }));
    logged.mockRestore();
    await broken.stop();
  });
});

describe('an address of a service that could be read in two ways', () => {
  test.each([
    ...['/api//orders/1', '/api/orders//1', '/api/orders/1//', '/api/orders//', '/media//catalog/x.mp3', '/media/catalog//x.mp3'],
    ...['/api/orders\\1', '/api/orders/1\\', '/api\\orders/1#', '/media/catalog\\x.mp3'],
    ...['/api/orders/1#', '/api/orders#/1', '/api/orders/1#?x=1', '/media/catalog/x.mp3#'],
    ...['/api/products/../orders/1', '/api/./orders/1', '/api/orders/.', '/api/orders/1/..', '/media/catalog/../x.mp3'],
    ...['/api/products/%2e%2E/orders/1', '/api/%2e/orders/1', '/api/orders/.%2e', '/API/orders//1'],
  ])('%s is a 404 that no service hears of', async (path) => {
    const { status, json, headers } = await shop.call(path);
    expect([status, headers['content-security-policy']]).toEqual([404, `default-src 'none'; frame-ancestors 'none'`]);
    expect(json).toMatchObject({ success: false, code: 'not-found', message: 'No such address.' });
    expect(drainUrls()).toEqual([]);
  });
});

test.each([
  ...['/api/orders/1%2F2', '/api/orders/..%2f..%2Finternal', '/api/orders/1%5C2', '/api/orders/1%23', '/api/orders/1%3Fx=1'],
  ...['/api/orders/1;x=2', '/api/orders/1?', '/api/orders/1/', '/api/orders/Holds', '/api/orders/...'],
  ...['/api/orders/.x', '/api/orders/1?x=//a\\b/../c', '/api/orders/a@b:c', '/api/orders/%E2%88%95', '/api/orders/%00'],
])('%s reaches its service as it was written', async (path) => {
  expect((await shop.call(path)).status).toBe(200);
  expect(drainUrls()).toEqual([path]);
});
