import { PassThrough, type Readable } from 'node:stream';
import type { Caller } from '@shop/http';
import { eventually, forward, testLog } from '@shop/runtime/testing';
import { openGateway, type Answer, type UnderTest } from '../testing/gateway-under-test';

const BUYER = { userId: 7, admin: false, sessionId: 's-7' };
const ADMIN = { userId: 1, admin: true, sessionId: 's-1' };
let shop: UnderTest;
beforeEach(async () => {
  shop = await openGateway();
  shop.fakes.identity.sessions.set('cookie:good', BUYER).set('bearer:admin', ADMIN);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await shop.stop();
});
const callerIn = (answer: Answer) => answer.json.caller as Caller;
/** A call of a buyer that moves neither money nor rights. */
const get = (headers: Record<string, string> = {}, path = '/api/orders/holds') => shop.call(path, { headers });

describe('who calls', () => {
  test('a visitor is nobody, signed all the same, with an address and a request id that the visitor is told', async () => {
    const answer = await get();
    expect(callerIn(answer)).toMatchObject({
      userId: null,
      admin: false,
      sessionId: null,
      address: '127.0.0.1',
      role: null,
      steppedUp: false,
      reauthenticated: false,
      internal: false,
      unsure: false,
      device: null,
    });
    expect(answer.headers['x-request-id']).toBe(callerIn(answer).requestId);
    expect(shop.fakes.identity.asked).toEqual([]);
  });

  test('a cookie and a bearer are asked after at identity', async () => {
    expect(callerIn(await get({ cookie: 'a=b; sid=good; userId=1' }))).toMatchObject(BUYER);
    expect(callerIn(await get({ authorization: 'Bearer admin' }))).toMatchObject(ADMIN);
    expect(shop.fakes.identity.asked).toEqual(['cookie:good', 'bearer:admin']);
  });

  test('a file is everybody’s, so identity is not asked who fetches it', async () => {
    const all: Record<string, string>[] = [{ cookie: 'sid=good' }, { authorization: 'Bearer admin' }];
    for (const headers of all) {
      const caller = callerIn(await get(headers, '/media/catalog/x.mp3'));
      expect([caller.userId, caller.unsure]).toEqual([null, false]);
      await get(headers, '/MEDIA/x');
    }
    expect(shop.fakes.identity.asked).toEqual([]);
  });

  test('the role of an admin and a second factor confirmed are passed on', async () => {
    const session = { userId: 9, admin: true, role: 'finance', steppedUp: true, sessionId: 'f' };
    shop.fakes.identity.sessions.set('cookie:finance', session);
    expect(callerIn(await get({ cookie: 'sid=finance' }))).toMatchObject(session);
    expect(callerIn(await get({ authorization: 'Bearer admin' }))).toMatchObject({ role: null, steppedUp: false });
  });

  test('a bearer decides alone: an invalid one is a visitor, whatever cookie comes with it', async () => {
    for (const authorization of ['Bearer wrong', 'Bearer a b', 'Basic good', 'bearer', '', `Bearer ${'x'.repeat(5000)}`]) {
      const caller = callerIn(await get({ authorization, cookie: 'sid=good' }));
      expect([authorization, caller.userId, caller.unsure]).toEqual([authorization, null, false]);
    }
    expect(callerIn(await get({ authorization: 'Bearer admin', cookie: 'sid=good' }))).toMatchObject(ADMIN);
  });

  test('the readable userId cookie proves nothing, and a malformed session cookie is no session', async () => {
    expect(callerIn(await get({ cookie: 'userId=1; __Host-sid=good; xsid=good' })).userId).toBeNull();
    for (const sid of [`"good"`, 'a b', 'x'.repeat(5000), '%00', '<script>', '']) {
      const caller = callerIn(await get({ cookie: `sid=${sid}` }));
      expect([sid, caller.userId, caller.unsure]).toEqual([sid, null, false]);
    }
    expect(shop.fakes.identity.asked).toEqual([]);
  });

  test('over https the cookie is the one that only the host itself can set', async () => {
    const secure = await openGateway({ PUBLIC_URL: 'https://shop.example' });
    secure.fakes.identity.sessions.set('cookie:good', BUYER);
    expect(callerIn(await secure.call('/api/orders/1', { headers: { cookie: 'sid=good' } })).userId).toBeNull();
    expect(callerIn(await secure.call('/api/orders/1', { headers: { cookie: '__Host-sid=good' } })).userId).toBe(7);
    await secure.stop();
  });
});

describe('a header in which a client describes itself', () => {
  const forged = {
    authorization: 'Bearer admin',
    cookie: 'sid=good',
    'x-user-id': '1',
    'X-User-Admin': 'true',
    'x-internal-key': 'k',
    'x-internal': 'true',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
  };
  const expectNothingForged = (service: UnderTest['fakes']['orders']) => {
    const { headers } = service.seen.at(-1)!;
    for (const name of Object.keys(forged).map((key) => key.toLowerCase())) {
      if (name !== 'authorization') expect(headers).not.toHaveProperty([name]);
    }
    expect(headers.authorization).not.toContain('admin');
    expect(service.seen.at(-1)!.caller).toMatchObject({ ...ADMIN, address: '127.0.0.1' });
  };

  test('never reaches a service', async () => {
    await get(forged);
    expectNothingForged(shop.fakes.orders);
  });

  test('never reaches a service, not even when it expects to be told to continue', async () => {
    const answer = await shop.call('/api/orders/1', {
      method: 'POST',
      headers: { ...forged, expect: '100-continue' },
      body: 'x'.repeat(5000),
    });
    expect(answer.json).toMatchObject({ bytes: 5000 });
    expectNothingForged(shop.fakes.orders);
    expect(shop.fakes.orders.seen[0]!.headers).not.toHaveProperty('expect');
  });

  test('a token that looks like ours, signed by anybody, is only a wrong bearer', async () => {
    const token = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwiYWRtaW4iOnRydWV9.';
    expect(callerIn(await get({ authorization: `Bearer ${token}` })).userId).toBeNull();
  });

  test.each<[string, string, string]>([
    ['0', '198.51.100.1, 203.0.113.9', '127.0.0.1'],
    ['1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['2', '198.51.100.1, 203.0.113.9', '198.51.100.1'],
    ['2', '203.0.113.9', '203.0.113.9'],
    ['', '198.51.100.1', '127.0.0.1'],
    ['10.0.0.0/8', '198.51.100.1, 10.0.0.7', '127.0.0.1'],
    ['loopback', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['loopback,203.0.113.0/24', '198.51.100.1, 203.0.113.9', '198.51.100.1'],
    ['127.0.0.1,10.0.0.0/8', '198.51.100.1, 198.51.100.2, 10.1.2.3', '198.51.100.2'],
  ])('behind %s trusted proxies "%s" makes the address %s', async (hops, forwarded, address) => {
    const behind = await openGateway({ TRUST_PROXY: hops });
    const answer = await behind.call('/api/orders/1', { headers: { 'x-forwarded-for': forwarded } });
    expect(callerIn(answer).address).toBe(address);
    await behind.stop();
  });
});

describe('how long an answer of identity holds', () => {
  test('many requests at once are one question, and for ten seconds none is asked again', async () => {
    forward(0);
    await Promise.all(Array.from({ length: 20 }, () => get({ cookie: 'sid=good' })));
    expect(shop.fakes.identity.asked).toHaveLength(1);
    forward(9_500);
    await get({ cookie: 'sid=good' });
    expect(shop.fakes.identity.asked).toHaveLength(1);
    shop.fakes.identity.sessions.clear();
    forward(600);
    expect(callerIn(await get({ cookie: 'sid=good' })).userId).toBeNull();
    expect(shop.fakes.identity.asked).toHaveLength(2);
  });

  test('a clock that is set back keeps no session that has ended', async () => {
    expect(callerIn(await get({ cookie: 'sid=good' })).userId).toBe(7);
    shop.fakes.identity.sessions.clear();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    forward(10_100);
    expect(callerIn(await get({ cookie: 'sid=good' })).userId).toBeNull();
  });

  test.each(['reset-password', 'undo-email-change'])('%s, which ends sessions, drops it at once', async (path) => {
    forward(0);
    const byCookie = { cookie: 'sid=good' };
    expect(callerIn(await get(byCookie)).userId).toBe(7);
    shop.fakes.identity.sessions.clear();
    await shop.call(`/api/users/${path}/t0ken`, { method: 'POST', headers: byCookie });
    await eventually(async () => expect(callerIn(await get(byCookie)).userId).toBeNull());
  });

  test('a logout drops it at once, also for the other credential of the same session', async () => {
    forward(0);
    shop.fakes.identity.sessions.set('bearer:same', BUYER);
    const [byCookie, byBearer] = [{ cookie: 'sid=good' }, { authorization: 'Bearer same' }];
    expect(callerIn(await get(byCookie)).userId).toBe(7);
    expect(callerIn(await get(byBearer)).userId).toBe(7);
    shop.fakes.identity.sessions.clear();
    expect(callerIn(await get(byCookie)).userId).toBe(7);
    await shop.call('/api/users/logout', { method: 'POST', headers: byCookie });
    await eventually(async () => expect(callerIn(await get(byCookie)).userId).toBeNull());
    expect(callerIn(await get(byBearer)).userId).toBeNull();
  });
});

test('a logout forgets a question that was asked before it, however late its answer comes', async () => {
  forward(0);
  shop.fakes.identity.sessions.set('bearer:same', BUYER);
  const [byCookie, byBearer] = [{ cookie: 'sid=good' }, { authorization: 'Bearer same' }];
  expect(callerIn(await get(byCookie)).userId).toBe(7);
  let answer = () => {};
  shop.fakes.identity.answersAfter = new Promise<void>((resolve) => (answer = resolve));
  const early = get(byBearer);
  await eventually(() => expect(shop.fakes.identity.asked).toHaveLength(2));
  shop.fakes.identity.answersAfter = null;
  shop.fakes.identity.sessions.clear();
  await shop.call('/api/users/logout', { method: 'POST', headers: byCookie });
  await eventually(async () => expect(callerIn(await get(byCookie)).userId).toBeNull());
  answer();
  expect(callerIn(await early).userId).toBe(7);
  expect(callerIn(await get(byBearer)).userId).toBeNull();
});

describe('a call that moves money or rights', () => {
  const BUY = ['POST /api/orders/paypal/create', 'POST /api/orders/paypal/capture', 'POST /api/orders'];
  const call = (name: string, body: string | Readable = '{}') => {
    const [method, path] = name.split(' ') as [string, string];
    return shop.call(path, { method, headers: { cookie: 'sid=good' }, ...(/GET|DELETE/.test(method) ? {} : { body }) });
  };
  beforeEach(() => void forward(0));

  test.each([
    ...BUY,
    'POST /api/orders/1/resend',
    'GET /api/orders/1',
    'GET /api/orders/user/7',
    'POST /api/orders/1/payments',
    'POST /api/orders/1/refunds',
    'PUT /api/sellers/3/payment',
    'POST /api/sellers/3/payouts',
    'DELETE /api/products/1',
    'PUT /api/users/7',
  ])('%s knows at once that the session has ended, whoever ended it', async (name) => {
    expect(callerIn(await get({ cookie: 'sid=good' })).userId).toBe(7);
    expect(callerIn(await call(name)).userId).toBe(7);
    shop.fakes.identity.sessions.clear();
    expect(callerIn(await call(name))).toMatchObject({ userId: null, unsure: false });
  });

  test.each(BUY)('%s is let through by nobody while identity is away', async (name) => {
    expect(callerIn(await get({ cookie: 'sid=good' })).userId).toBe(7);
    await shop.fakes.identity.close();
    expect(callerIn(await get({ cookie: 'sid=good' })).userId).toBe(7);
    expect(callerIn(await call(name))).toMatchObject({ userId: null, unsure: true });
    await shop.fakes.identity.up();
  });

  test('does not count an answer that another call is still waiting for', async () => {
    const rest = Array.from({ length: 5 }, () => get({ cookie: 'sid=good' }));
    await Promise.all([...rest, call(BUY[1]!), call(BUY[1]!)]);
    expect(shop.fakes.identity.asked).toHaveLength(3);
  });

  test('is confirmed once all of its body has come, so that a slow sender keeps no session alive', async () => {
    const body = new PassThrough();
    body.write('{');
    const answer = call(BUY[1]!, body);
    await eventually(() => Promise.resolve(expect(shop.fakes.identity.asked).toHaveLength(1)));
    shop.fakes.identity.sessions.clear();
    body.end('}');
    expect(callerIn(await answer).userId).toBeNull();
  });

  test('asks nobody about a visitor', async () => {
    expect(callerIn(await shop.call('/api/orders', { method: 'POST', body: '{}' })).userId).toBeNull();
    expect(shop.fakes.identity.asked).toEqual([]);
  });
});

describe('an upload', () => {
  const upload = (body: Readable) =>
    shop.call('/api/products', { method: 'POST', headers: { cookie: 'sid=good', 'transfer-encoding': 'chunked' }, body });

  test('is refused when its session ends before it is complete, and the service gives it up', async () => {
    let brokenOff = false;
    shop.fakes.catalog.answer = (req, res) => {
      req.resume();
      res.once('close', () => (brokenOff = true));
    };
    const body = new PassThrough();
    body.write('the first part');
    const answer = upload(body);
    await eventually(() => Promise.resolve(expect(shop.fakes.catalog.seen).toHaveLength(1)));
    shop.fakes.identity.sessions.clear();
    forward(11_000);
    expect(brokenOff).toBe(false);
    body.end('the last one');
    expect([(await answer).status, (await answer).json.code]).toEqual([401, 'unauthenticated']);
    await eventually(() => Promise.resolve(expect(brokenOff).toBe(true)));
  });

  test('goes through while its session goes on, or nobody can be sure', async () => {
    shop.fakes.catalog.answer = (req, res) => {
      req.resume().once('end', () => setTimeout(() => res.end('{}'), 100));
    };
    const body = new PassThrough();
    body.write('the first part');
    const answer = upload(body);
    await eventually(() => Promise.resolve(expect(shop.fakes.catalog.seen).toHaveLength(1)));
    await shop.fakes.identity.close();
    forward(11_000);
    body.end('the last one');
    expect((await answer).status).toBe(200);
    await shop.fakes.identity.up();
  });
});

describe('a second factor that was confirmed', () => {
  const steppedUp = async () => callerIn(await get({ cookie: 'sid=good' })).steppedUp;
  const setSession = (over: object) => shop.fakes.identity.sessions.set('cookie:good', { ...BUYER, steppedUp: true, ...over });

  test('holds until its end and not as long as the answer of identity is kept', async () => {
    const now = Date.now();
    setSession({ steppedUpUntil: new Date(now + 3000).toISOString() });
    expect(await steppedUp()).toBe(true);
    jest.spyOn(Date, 'now').mockReturnValue(now + 3100);
    expect(await steppedUp()).toBe(false);
    expect(shop.fakes.identity.asked).toHaveLength(1);
  });

  test.each([
    '/api/users/step-up',
    '/api/users/second-factor/app/confirm',
    '/api/users/passkeys',
    '/api/users/login/second-factor',
  ])('holds at once after POST %s', async (path) => {
    forward(0);
    setSession({ steppedUp: false });
    expect(await steppedUp()).toBe(false);
    setSession({});
    expect(await steppedUp()).toBe(false);
    await shop.call(path, { method: 'POST', headers: { cookie: 'sid=good' } });
    await eventually(async () => expect(await steppedUp()).toBe(true));
  });

  test.each(['POST /api/users/own-data/deletion', 'PUT /api/users/7'])(
    'through another replica holds at once for %s',
    async (call) => {
      setSession({ steppedUp: false });
      expect(await steppedUp()).toBe(false);
      setSession({});
      const [method, path] = call.split(' ') as [string, string];
      expect(callerIn(await shop.call(path, { method, headers: { cookie: 'sid=good' } })).steppedUp).toBe(true);
    },
  );

  test('or a password that was confirmed, is passed on until its end', async () => {
    const reauthenticated = async () =>
      callerIn(await shop.call('/api/sellers/3/payment', { method: 'PUT', headers: { cookie: 'sid=good' } })).reauthenticated;
    setSession({ reauthenticatedUntil: new Date(Date.now() - 1).toISOString() });
    expect(await reauthenticated()).toBe(false);
    setSession({ reauthenticatedUntil: new Date(Date.now() + 60_000).toISOString() });
    expect(await reauthenticated()).toBe(true);
  });

  test('is asked about again for no call that does without it', async () => {
    setSession({ steppedUp: false });
    const reminder = '/api/orders/holds/1/reminder';
    for (let i = 0; i < 3; i += 1) await shop.call(reminder, { method: 'PUT', headers: { cookie: 'sid=good' } });
    expect(shop.fakes.identity.asked).toHaveLength(1);
  });

  test('is not asked about again because somebody looks at the list of factors', async () => {
    setSession({});
    await get({ cookie: 'sid=good' });
    await get({ cookie: 'sid=good' }, '/api/users/second-factor');
    await get({ cookie: 'sid=good' });
    expect(shop.fakes.identity.asked).toHaveLength(1);
  });

  test('the program that a client names reaches identity, which lists sessions by it', async () => {
    await get({ 'user-agent': 'Test/1.0' }, '/api/users/sessions');
    expect(shop.fakes.identity.seen.at(-1)!.headers['user-agent']).toBe('Test/1.0');
  });
});

describe('while identity does not answer', () => {
  test('visitors go on, public calls too, and the services are told that nobody can be sure', async () => {
    await shop.fakes.identity.close();
    expect((await get()).status).toBe(200);
    expect(callerIn(await get({ cookie: 'sid=good' }))).toMatchObject({ userId: null, unsure: true });
    await shop.fakes.identity.up();
    expect(callerIn(await get({ cookie: 'sid=good' }))).toMatchObject(BUYER);
  });

  describe('in time', () => {
    let slow: UnderTest;
    beforeEach(async () => {
      slow = await openGateway({}, { answerWithinMs: 1500 });
      slow.fakes.identity.sessions.set('cookie:good', BUYER).set('cookie:other', { ...BUYER, userId: 8, sessionId: 's-8' });
    });
    afterEach(() => slow.stop());
    const ask = async (sid = 'good') => callerIn(await slow.call('/api/orders/holds', { headers: { cookie: `sid=${sid}` } }));

    test('because one answer is late, nobody else is refused', async () => {
      slow.fakes.identity.hangs = true;
      const late = ask('late');
      await eventually(() => Promise.resolve(expect(slow.fakes.identity.asked).toHaveLength(1)));
      slow.fakes.identity.hangs = false;
      expect(await ask()).toMatchObject({ userId: 7, unsure: false });
      expect((await late).unsure).toBe(true);
      expect(await ask('other')).toMatchObject({ userId: 8, unsure: false });
    });

    test('because it hangs, three requests wait in vain and the others do not, until it answers', async () => {
      slow.fakes.identity.hangs = true;
      for (let i = 0; i < 3; i += 1) expect((await ask()).unsure).toBe(true);
      forward(0);
      for (let i = 0; i < 5; i += 1) expect((await ask()).unsure).toBe(true);
      expect(slow.fakes.identity.asked).toHaveLength(3);
      slow.fakes.identity.hangs = false;
      forward(1001);
      expect((await ask()).userId).toBe(7);
      expect((await ask('other')).userId).toBe(8);
    });

    test('log and metric say for each request why its session is not known', async () => {
      const warn = jest.spyOn(testLog, 'warn');
      slow.fakes.identity.hangs = true;
      await Promise.all(['a', 'b', 'c'].map(ask));
      await ask('spared');
      await slow.fakes.identity.close();
      jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1001);
      await ask('failed');
      const entries = warn.mock.calls.map(([facts]) => facts as { because?: string; requestId: string });
      const reasons = entries.filter(({ because }) => because);
      expect(reasons.map(({ because }) => because)).toEqual(['late', 'late', 'late', 'spared', 'failed']);
      expect(new Set(reasons.map(({ requestId }) => requestId)).size).toBe(5);
      const metrics = await (await fetch(`${slow.gateway.opsUrl}/metrics`)).text();
      const counted = /^sessions_unsure_total\{.*reason="(\w+)".*\} (\d+)$/gm;
      expect([...metrics.matchAll(counted)].map(([, reason, count]) => `${reason} ${count}`)).toEqual([
        'late 3',
        'failed 1',
        'spared 1',
      ]);
      await slow.fakes.identity.up();
    });
  });

  test('its own calls are a clear 503', async () => {
    await shop.fakes.identity.close();
    const answer = await shop.call('/api/users/login', { method: 'POST', body: '{}' });
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({ success: false, code: 'unavailable', requestId: answer.headers['x-request-id'] });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('writes with a cookie', () => {
  const write = (headers: Record<string, string>) => shop.call('/api/orders', { method: 'POST', headers, body: '{}' });
  test('of another site are refused before anything is asked, of one’s own pass', async () => {
    const refused = await write({ cookie: 'sid=good', 'sec-fetch-site': 'cross-site' });
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden']);
    expect(shop.fakes.identity.asked).toEqual([]);
    expect((await write({ cookie: 'sid=good', 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await write({ authorization: 'Bearer admin', 'sec-fetch-site': 'cross-site' })).status).toBe(200);
    expect(shop.fakes.orders.seen).toHaveLength(2);
  });
});
