import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Who } from '@shop/declare';
import { createLog, createMetrics } from '@shop/runtime';
import { as, asAdmin, asGateway, asUser, endpoint, testApp, testLog, testPrivateKey, testPublicKey } from '@shop/runtime/testing';
import express, { type ErrorRequestHandler } from 'express';
import jwt from 'jsonwebtoken';
import request from 'supertest';
import { z } from 'zod';
import type { Caller } from './auth';
import { currentRequest } from './current-request';
import { redirect, reply, type Endpoint } from './endpoint';
import { BUG, conflict, forbidden, invalid, notFound, Refusal, tooMany, unavailable } from './errors';
import { asRefusal, buildHttp, mount } from './http';

const door = (who: Who): Endpoint =>
  endpoint({ method: 'get', path: '/things', who, summary: 'x', handle: ({ caller }) => Promise.resolve(caller) });
const Body = z.strictObject({ name: z.string().min(1, 'Name is required'), count: z.int().optional() });
const echo = endpoint({
  method: 'post',
  path: '/things/:id',
  who: 'anyone',
  summary: 'x',
  status: 201,
  params: z.object({ id: z.coerce.number().int() }),
  query: z.strictObject({ q: z.string().optional() }),
  body: Body,
  handle: ({ params, query, body }) => Promise.resolve({ params, query, body, requestId: currentRequest.getStore()?.requestId }),
});
const free = endpoint({
  method: 'get',
  path: '/tree/:name/*',
  who: 'anyone',
  summary: 'x',
  params: z.object({ name: z.string(), rest: z.string() }),
  handle: ({ params }) => Promise.resolve(params),
});
const failing = (error: () => unknown) =>
  endpoint({
    method: 'get',
    path: '/fails',
    who: 'anyone',
    summary: 'x',
    handle: () => {
      throw error();
    },
  });
const withCode = (code: string): [string, Error] => [code, Object.assign(new Error('could not extend file'), { code })];
const app = testApp([echo]);
const post = (path = '/things/7') => request(app).post(path).set(as());

test.each([
  ['/tree/oak/a', { name: 'oak', rest: 'a' }],
  ['/tree/oak/x001/0%30.p/7', { name: 'oak', rest: 'x001/0%30.p/7' }],
  ['/tree/o%61k/a/?q=1/2', { name: 'oak', rest: 'a/' }],
  ['/tree/oak', null],
  ['/tree/oak/', null],
])('an address whose end is free passes it on as it is written: %s', async (path, params) => {
  const answer = await request(testApp([free]))
    .get(path)
    .set(as());
  expect([answer.status, params && (answer.body as unknown)]).toEqual(params ? [200, params] : [404, null]);
});

describe('the body of a refusal', () => {
  test('says the same to both kinds of client, and which request it was', async () => {
    const answer = await request(testApp([failing(() => conflict('sold', 'Sold.', { details: { items: [1] } }))]))
      .get('/fails')
      .set(as({ requestId: 'r-1' }));
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      success: false,
      code: 'sold',
      error: 'Sold.',
      message: 'Sold.',
      details: { items: [1] },
      requestId: 'r-1',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('of a bug reveals nothing about it', async () => {
    const answer = await request(testApp([failing(() => new Error('password=hunter2'))]))
      .get('/fails')
      .set(as());
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ success: false, code: 'internal' });
    expect(answer.text).not.toContain('hunter2');
  });

  test('of a bug that threw no error is the same', async () => {
    for (const thrown of [undefined, null, 'text', 42]) {
      const answer = await request(testApp([failing(() => thrown)]))
        .get('/fails')
        .set(as());
      expect([answer.status, (answer.body as { code?: string }).code]).toEqual([500, 'internal']);
    }
  });

  test('too many: when to come back, in whole seconds', async () => {
    const answer = await request(testApp([failing(() => tooMany(1.2))]))
      .get('/fails')
      .set(as());
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '2']);
  });

  test('an error answer is never kept by anybody, whatever the handler had set before', async () => {
    const late = endpoint({
      method: 'get',
      path: '/late',
      who: 'anyone',
      summary: 'x',
      handle: ({ res }) => {
        res
          .status(206)
          .set({ 'cache-control': 'public, max-age=31536000, immutable', etag: '"x"', 'content-range': 'bytes 0-1/2' })
          .set({ 'content-type': 'audio/mpeg', 'content-length': '2', 'content-encoding': 'br' })
          .set({ 'content-disposition': 'attachment; filename="x.mp3"' });
        throw new Error('the storage is away');
      },
    });
    const answer = await request(testApp([late]))
      .get('/late')
      .set(as());
    expect(answer.status).toBe(500);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': expect.stringContaining('application/json') as string,
    });
    for (const name of ['etag', 'content-range', 'content-encoding', 'content-disposition'])
      expect(answer.headers).not.toHaveProperty(name);
    expect(answer.body).toMatchObject({ code: 'internal' });
  });

  test.each<[string, Error]>([
    ...['53100', '53200', '53300', '57P01', '57014', '08006', '25P03', '25006', '40P01', '40001'].map(withCode),
    ...['ECONNREFUSED', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EMFILE', 'ENFILE', 'EIO', 'ENOSPC', 'XMinioStorageFull'].map(
      withCode,
    ),
    ...[
      'Client has encountered a connection error and is not queryable',
      'Query runner already released. Cannot run queries anymore.',
      'Database connection provided by a query runner was already released, cannot continue to use its querying methods anymore.',
      'Cannot use a pool after calling end on the pool',
      'Request failed after 1 retries: Error: Retryable HTTP status: 503',
    ].map((message): [string, Error] => [message, new Error(message)]),
  ])(
    'a database or object store without room or connections, one that is away or late, or one that undid the work for another is an outage: %s',
    async (_what, error) => {
      const answer = await request(testApp([failing(() => error)]))
        .get('/fails')
        .set(as());
      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({ code: 'unavailable' });
    },
  );

  test.each([
    ['a lost connection', '08006', 'a warning', 40],
    ['a deadlock, which is a bug of ours', '40P01', 'an error', 50],
  ])('%s (%s) is answered 503 and logged as %s', async (_what, code, _as, level) => {
    const lines: unknown[] = [];
    const log = createLog('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
    const endpoints = [failing(() => withCode(code)[1])];
    const broken = buildHttp({ service: 'test', endpoints, publicKeys: [testPublicKey], log, metrics: createMetrics('test') });
    await request(broken).get('/fails').set(as()).expect(503);
    expect(lines).toMatchObject([{ level, err: { errorCode: code } }]);
  });
});

describe('a refusal that a browser opens by a link', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const linked = (error: () => unknown, who: Who = 'anyone') =>
    testApp([{ ...failing(error), who, linkedFrom: { address: '/account?tab=orders', text: 'My Orders' } }]);
  const opened = (app: ReturnType<typeof testApp>, accept: string, caller: Partial<Caller> = {}) =>
    request(app)
      .get('/fails?token=<b>')
      .set({ ...as(caller), accept });

  test.each<[string, number, string, () => unknown]>([
    ['a dead link', 404, 'This link does not work any more.', () => notFound('<b>')],
    ['one that was cut off', 400, 'This link does not work any more.', () => invalid('<b>', '<b>')],
    ['one to what is not there now', 409, 'This link does not work any more.', () => conflict('<b>', '<b>')],
    ['one of somebody else', 403, 'This link is not for the account that is logged in.', () => forbidden('<b>')],
    ['one too many', 429, 'This does not work right now. Please try again in a moment.', () => tooMany(9, '<b>')],
    ['an outage', 503, 'This does not work right now. Please try again in a moment.', () => unavailable('<b>')],
    ['a bug', 500, 'This does not work right now. Please try again in a moment.', () => new Error('<b>')],
  ])('is a small page of our own words: %s', async (_what, status, words, error) => {
    const { headers, text, ...answer } = await opened(linked(error), BROWSER);
    expect([answer.status, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(text).toContain(`<p>${words}</p> <a href="/account?tab=orders" target="_top">My Orders</a>`);
    expect(text).not.toContain('<b>');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      ) as string,
    });
  });

  test('leads a user without a session to the login', async () => {
    const { status, text } = await opened(linked(Error, 'user'), BROWSER, { userId: null });
    expect(status).toBe(401);
    expect(text).toContain('Please log in.</p> <a href="/account?tab=orders" target="_top">Log In</a>');
  });

  test.each(['*/*', 'application/json', 'application/json, text/html;q=0.9', ''])(
    'is JSON for who asks for %p',
    async (accept) => {
      const { status, body } = await opened(
        linked(() => notFound('file')),
        accept,
      );
      expect([status, body]).toMatchObject([404, { code: 'not-found', error: 'No such file.' }]);
    },
  );

  test('is JSON where the call is no link', async () => {
    const { body } = await opened(testApp([failing(() => notFound('file'))]), BROWSER);
    expect(body).toMatchObject({ code: 'not-found' });
  });
});

describe('what comes in', () => {
  test('arrives parsed, with the request id of the caller around it', async () => {
    const answer = await request(app)
      .post('/things/7?q=x')
      .set(as({ requestId: 'r-9' }))
      .send({ name: 'A' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ params: { id: 7 }, query: { q: 'x' }, body: { name: 'A' }, requestId: 'r-9' });
  });

  test.each<[string, unknown, string]>([
    ['a missing field', {}, 'name'],
    ['a field of the wrong type', { name: ['A'] }, 'name'],
    ['an unknown field', { name: 'A', is_admin: true }, 'is_admin'],
    ['a prototype', JSON.parse('{"name":"A","__proto__":{"x":1}}'), '__proto__'],
    ['a number with a fraction', { name: 'A', count: 1.5 }, 'count'],
  ])('%s is a 400 that names the field', async (_what, body, field) => {
    const answer = await post().set('content-type', 'application/json').send(JSON.stringify(body));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: 'invalid', field });
  });

  test.each([
    ['a list for a body', '[]'],
    ['a text for a body', '"x"'],
    ['a number for a body', '1'],
    ['null for a body', 'null'],
    ['broken JSON', '{"name":'],
    ['JSON with a comma too many', '{"name":"A",}'],
  ])('%s is a 400', async (_what, text) => {
    const answer = await post().set('content-type', 'application/json').send(text);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, message: expect.any(String) as string });
  });

  test('no body at all is a 400 that names the first field', async () => {
    expect((await post()).body).toMatchObject({ code: 'invalid', field: 'name' });
  });

  test('a huge body is a 413', async () => {
    const answer = await post().send({ name: 'A'.repeat(300_000) });
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([413, 'too-large']);
  });

  test.each([
    ['text/plain', '{"name":"A"}'],
    ['application/x-www-form-urlencoded', 'name=A'],
    ['multipart/form-data; boundary=x', '--x--'],
  ])('%s is a 415', async (type, text) => {
    expect((await post().set('content-type', type).send(text)).status).toBe(415);
  });

  test('an encoding or charset we do not know is a 415', async () => {
    expect((await post().set('content-type', 'application/json').set('content-encoding', 'compress').send('{}')).status).toBe(
      415,
    );
    expect((await post().set('content-type', 'application/json; charset=klingon').send('{}')).status).toBe(415);
  });

  test('a malformed id, an unknown or a doubled query field is a 400', async () => {
    expect((await post('/things/x').send({ name: 'A' })).body).toMatchObject({ code: 'invalid', field: 'id' });
    expect((await post('/things/1?z=1').send({ name: 'A' })).body).toMatchObject({ code: 'invalid', field: 'z' });
    expect((await post('/things/1?q=1&q=2').send({ name: 'A' })).body).toMatchObject({ code: 'invalid', field: 'q' });
  });

  test('a malformed percent sign is a 400, an unknown address a 404', async () => {
    const malformed = await post('/things/%zz').send({ name: 'A' });
    expect([malformed.status, (malformed.body as { code: string }).code]).toEqual([400, 'invalid']);
    expect((await post('/nothing')).body).toMatchObject({ success: false, code: 'not-found' });
  });
});

describe('the door', () => {
  const claims = { admin: true, sid: null, addr: 'x', rid: 'y' };
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const endless = jwt.sign(claims, testPrivateKey, { audience: 'test', algorithm: 'ES256' });
  const sign = (options: jwt.SignOptions, key: jwt.Secret = testPrivateKey, more: object = {}) =>
    jwt.sign({ ...claims, ...more }, key, { audience: 'test', algorithm: 'ES256', expiresIn: 60, ...options });
  const [, payload] = sign({}).split('.');
  const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;

  test.each<[string, string | null]>([
    ['nothing', null],
    ['a password', 'Basic dXNlcjpwYXNz'],
    ['garbage', 'Bearer x.y.z'],
    ['a token that is over', `Bearer ${sign({ expiresIn: -1 })}`],
    ['a token of another key', `Bearer ${sign({}, foreign.privateKey.export({ type: 'pkcs8', format: 'pem' }))}`],
    ['a token for somebody else', `Bearer ${sign({ audience: 'elsewhere' })}`],
    ['a token for no service', `Bearer ${jwt.sign(claims, testPrivateKey, { algorithm: 'ES256', expiresIn: 60 })}`],
    ['a token of the gateway for another service', as({ admin: true }, 'orders').authorization],
    ['a token without an end', `Bearer ${endless}`],
    ['a token without signature', `Bearer ${unsigned}`],
    ['a token without its facts', `Bearer ${jwt.sign({}, testPrivateKey, { audience: 'test', algorithm: 'ES256' })}`],
    ['a subject that is no number', `Bearer ${sign({ subject: '1 OR 1=1' })}`],
    [
      'a token changed on the way',
      `Bearer ${sign({}).replace(/\.[^.]+\./, `.${Buffer.from('{"admin":true}').toString('base64url')}.`)}`,
    ],
  ])('%s is a 401', async (_what, authorization) => {
    const call = request(testApp([door('anyone')])).get('/things');
    const answer = await (authorization ? call.set('authorization', authorization) : call);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ success: false, code: 'unauthenticated' });
  });

  test('a token that is signed with the public key as a secret is a 401', async () => {
    const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
    const { createHmac } = await import('node:crypto');
    const signature = createHmac('sha256', testPublicKey).update(`${header}.${payload}`).digest('base64url');
    const answer = await request(testApp([door('anyone')]))
      .get('/things')
      .set('authorization', `Bearer ${header}.${payload}.${signature}`);
    expect(answer.status).toBe(401);
  });

  test('while one key replaces the other both open; afterwards only the new one', async () => {
    const fresh = foreign.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const build = (publicKeys: string[]) =>
      buildHttp({ service: 'test', endpoints: [door('anyone')], publicKeys, log: testLog, metrics: createMetrics('test') });
    const tokens = [sign({}), sign({}, foreign.privateKey.export({ type: 'pkcs8', format: 'pem' }))];
    const statuses = async (publicKeys: string[]) =>
      Promise.all(
        tokens.map(
          async (token) => (await request(build(publicKeys)).get('/things').set('authorization', `Bearer ${token}`)).status,
        ),
      );
    expect(await statuses([testPublicKey])).toEqual([200, 401]);
    expect(await statuses([testPublicKey, fresh])).toEqual([200, 200]);
    expect(await statuses([fresh])).toEqual([401, 200]);
  });
});

describe('who may', () => {
  const owned = (who: Who) =>
    endpoint({
      method: 'get',
      path: '/users/:id',
      who,
      summary: 'x',
      params: z.object({ id: z.coerce.number().int().positive() }),
      handle: () => Promise.resolve({}),
    });
  const callers = {
    visitor: as(),
    owner: asUser(7),
    other: asUser(8),
    admin: asAdmin(1),
    gateway: asGateway(),
    unsure: as({ unsure: true }),
  };
  const table: [string, Who, Record<keyof typeof callers, number>][] = [
    ['anyone', 'anyone', { visitor: 200, owner: 200, other: 200, admin: 200, gateway: 200, unsure: 200 }],
    ['a user', 'user', { visitor: 401, owner: 200, other: 200, admin: 200, gateway: 401, unsure: 503 }],
    ['an admin', 'admin', { visitor: 401, owner: 403, other: 403, admin: 200, gateway: 401, unsure: 503 }],
    ['the gateway', 'gateway', { visitor: 404, owner: 404, other: 404, admin: 404, gateway: 200, unsure: 404 }],
    ['the owner', { owner: 'id', admin: false }, { visitor: 401, owner: 200, other: 403, admin: 403, gateway: 401, unsure: 503 }],
    [
      'owner or admin',
      { owner: 'id', admin: true },
      { visitor: 401, owner: 200, other: 403, admin: 200, gateway: 401, unsure: 503 },
    ],
    [
      'owner or admin, hidden from others',
      { owner: 'id', admin: true, hidden: true },
      { visitor: 404, owner: 200, other: 404, admin: 200, gateway: 404, unsure: 503 },
    ],
  ];
  test.each(table)('%s', async (_name, who, wanted) => {
    const app = testApp([owned(who)]);
    const got = await Promise.all(
      Object.entries(callers).map(async ([name, header]) => [name, (await request(app).get('/users/7').set(header)).status]),
    );
    expect(Object.fromEntries(got)).toEqual(wanted);
  });

  const reader = { roles: ['reader', 'writer'] };
  test.each<[string, Who, Record<'visitor' | 'user' | 'owner' | 'reader' | 'clerk' | 'nameless', number>]>([
    ['admins of some roles', reader, { visitor: 401, user: 403, owner: 403, reader: 200, clerk: 403, nameless: 403 }],
    ['any admin', 'admin', { visitor: 401, user: 403, owner: 403, reader: 200, clerk: 200, nameless: 200 }],
    [
      'the owner or admins of some roles',
      { owner: 'id', admin: reader.roles },
      { visitor: 401, user: 403, owner: 200, reader: 200, clerk: 403, nameless: 403 },
    ],
    [
      'the owner or admins of some roles, hidden from others',
      { owner: 'id', admin: reader.roles, hidden: true },
      { visitor: 404, user: 404, owner: 200, reader: 200, clerk: 404, nameless: 404 },
    ],
    [
      'users',
      { users: true, admin: reader.roles },
      { visitor: 401, user: 200, owner: 200, reader: 200, clerk: 200, nameless: 200 },
    ],
  ])('%s', async (_name, who, wanted) => {
    const people = {
      visitor: as(),
      user: asUser(8),
      owner: asUser(7),
      reader: asAdmin(1, 'reader'),
      clerk: asAdmin(2, 'clerk'),
      nameless: as({ userId: 3, admin: true, role: null }),
    };
    const app = testApp([owned(who)]);
    const got = await Promise.all(
      Object.entries(people).map(async ([name, header]) => [name, (await request(app).get('/users/7').set(header)).status]),
    );
    expect(Object.fromEntries(got)).toEqual(wanted);
  });

  test('on a call that tells admins by their roles, an admin of another role is none', async () => {
    const app = testApp([door({ users: true, admin: reader.roles })]);
    const adminOf = async (header: ReturnType<typeof as>) =>
      ((await request(app).get('/things').set(header)).body as Caller).admin;
    expect([await adminOf(asAdmin(1, 'writer')), await adminOf(asAdmin(1, 'clerk')), await adminOf(asUser(8))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('a call that asks for a step-up is refused without one, after everything else was in order', async () => {
    const app = testApp([{ ...owned({ owner: 'id', admin: reader.roles }), stepUp: 'factor' }]);
    const get = (caller: Partial<Caller>) =>
      request(app)
        .get('/users/7')
        .set(as({ steppedUp: false, ...caller }));
    expect([(await get({})).status, (await get({ userId: 8 })).body as object]).toEqual([
      401,
      expect.objectContaining({ code: 'forbidden' }),
    ]);
    const refused = await get({ userId: 7 });
    expect([refused.status, refused.body as object]).toEqual([403, expect.objectContaining({ code: 'step-up-required' })]);
    expect((await get({ userId: 7, steppedUp: true })).status).toBe(200);
    expect((await get({ userId: 1, admin: true, role: 'writer' })).body).toMatchObject({ code: 'step-up-required' });
    expect((await get({ userId: 1, admin: true, role: 'writer', steppedUp: true })).status).toBe(200);
  });

  test('a call may ask for the password of accounts without a factor, which are stepped up by themselves', async () => {
    const app = testApp([{ ...owned({ owner: 'id', admin: false }), stepUp: 'factor-or-password' }]);
    const get = (caller: Partial<Caller>) =>
      request(app)
        .get('/users/7')
        .set(as({ userId: 7, ...caller }));
    for (const caller of [{ reauthenticated: false }, { steppedUp: false }, { reauthenticated: false, steppedUp: false }])
      expect((await get(caller)).body).toMatchObject({ code: 'step-up-required' });
    expect((await get({})).status).toBe(200);
  });

  test('a malformed user id is a 400 for a user and a 401 for a visitor, and never reaches the handler', async () => {
    const app = testApp([owned({ owner: 'id', admin: false })]);
    for (const id of ['x', '7x', '-7', '7.5', '%00']) {
      expect((await request(app).get(`/users/${id}`).set(asUser(7))).status).toBe(400);
      expect((await request(app).get(`/users/${id}`).set(as())).status).toBe(401);
    }
    expect((await request(app).get('/users/07').set(asUser(7))).status).toBe(403);
  });

  test('uploads are read only after the caller is known and allowed', async () => {
    let read = 0;
    const upload = endpoint({
      method: 'post',
      path: '/upload',
      who: 'admin',
      summary: 'x',
      accepts: 'multipart/form-data',
      middleware: [(_req, _res, next) => (void (read += 1), next())],
      handle: () => Promise.resolve({}),
    });
    const app = testApp([upload]);
    expect((await request(app).post('/upload').set(asUser(7)).attach('f', Buffer.from('x'), 'f')).status).toBe(403);
    expect(read).toBe(0);
    expect((await request(app).post('/upload').set(asAdmin()).attach('f', Buffer.from('x'), 'f')).status).toBe(200);
    expect(read).toBe(1);
  });

  test.each([null, 'd'.repeat(64)])(
    'the handler hears who calls, exactly as the gateway said, from device %s',
    async (device) => {
      const caller: Caller = {
        userId: 7,
        admin: false,
        role: null,
        steppedUp: true,
        reauthenticated: true,
        sessionId: 's',
        address: '192.0.2.9',
        requestId: randomUUID(),
        internal: false,
        unsure: false,
        device,
      };
      expect(
        (
          await request(testApp([door('user')]))
            .get('/things')
            .set(as(caller))
        ).body,
      ).toEqual(caller);
    },
  );

  test('an IPv6 network is one address to the handler, whatever the gateway signed', async () => {
    const answer = await request(testApp([door('anyone')]))
      .get('/things')
      .set(as({ address: '2001:db8:1:2:3:4:5:6' }));
    expect(answer.body).toMatchObject({ address: '2001:db8:1:2::' });
  });
});

test('answers other than JSON: empty, text, bytes, a redirect', async () => {
  const answering = (path: string, answer: unknown, status = 200) =>
    endpoint({ method: 'get', path, who: 'anyone', summary: 'x', status, handle: () => Promise.resolve(answer) });
  const app = testApp([
    answering('/empty', undefined, 204),
    answering('/text', reply(200, 'hello', { 'content-type': 'text/plain' })),
    answering('/bytes', reply(200, Buffer.from([1, 2]), { 'content-type': 'application/pdf' })),
    answering('/away', redirect('https://example.com/file')),
  ]);
  expect((await request(app).get('/empty').set(as())).status).toBe(204);
  expect((await request(app).get('/text').set(as())).text).toBe('hello');
  expect((await request(app).get('/bytes').set(as())).headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '2',
  });
  expect((await request(app).get('/away').set(as())).headers.location).toBe('https://example.com/file');
});

test.each([
  ['https://disk.yandex.ru/d/Трек.zip', 'https://disk.yandex.ru/d/%D0%A2%D1%80%D0%B5%D0%BA.zip'],
  ['https://www.dropbox.com/s/caf\u00e9?dl=1', 'https://www.dropbox.com/s/caf%C3%A9?dl=1'],
  ['https://www.dropbox.com/s/caf%C3%A9', 'https://www.dropbox.com/s/caf%C3%A9'],
  ['https://b\u00fccher.example/x', 'https://xn--bcher-kva.example/x'],
])('a redirect to %s is an address that a header can carry', async (address, location) => {
  const away = endpoint({
    method: 'get',
    path: '/away',
    who: 'anyone',
    summary: 'x',
    handle: () => Promise.resolve(redirect(address)),
  });
  const answer = await request(testApp([away]))
    .get('/away')
    .set(as());
  expect([answer.status, answer.headers.location]).toEqual([302, location]);
});

test('an app that says who calls may say what a body holds, and what is told to those whom the roles leave out', async () => {
  const caller: Caller = {
    ...{ userId: 7, sessionId: 'session', address: '192.0.2.1', requestId: 'r-1', device: null },
    ...{ admin: false, role: null, steppedUp: false, reauthenticated: false, internal: false, unsure: false },
  };
  const own = express();
  const parts = { callerOf: () => caller, jsonLimit: '20b', forbids: 'For owners alone.' };
  mount(own, [door('user'), { ...door({ roles: ['owner'] }), path: '/owned' }, echo], parts);
  own.use(((error, _req, res, _next) => {
    const { status, message } = asRefusal(error) ?? BUG;
    res.status(status).json({ message });
  }) satisfies ErrorRequestHandler);
  expect((await request(own).get('/things')).body).toEqual(caller);
  expect(await request(own).get('/owned')).toMatchObject({ status: 403, body: { message: 'For owners alone.' } });
  expect((await request(own).post('/things/7').send({ name: 'x' })).status).toBe(201);
  expect((await request(own).post('/things/7').send({ name: 'longer than 20 bytes' })).status).toBe(413);
});

test('a refusal is an error with a status, so that a use case can be tested without HTTP', () => {
  expect(new Refusal('gone', 'x', 'Gone.').status).toBe(410);
});
