import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testLog } from '@shop/runtime/testing';
import { createBotCheck, examineBotCheck } from './bot-check';

let server: Server;
let url: string;
let requests: URLSearchParams[];
let answer: { status?: number; body: unknown; hang?: boolean; location?: string };
const good = { success: true, score: 0.9, action: 'register', hostname: 'shop.example' };

beforeAll(async () => {
  server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      requests.push(new URLSearchParams(body));
      if (answer.hang) return;
      res.writeHead(answer.status ?? 200, answer.location ? { location: answer.location } : {});
      res.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  answer = { body: good };
});

const check = (token: string | undefined = 'token', action = 'register', verifyUrl = url) =>
  createBotCheck({ RECAPTCHA_SECRET: 'secret', RECAPTCHA_VERIFY_URL: verifyUrl, PUBLIC_URL: 'https://shop.example' }, testLog)(
    token,
    action,
    '192.0.2.1',
  );

test('a person passes, and the service was asked with secret, token and address', async () => {
  await expect(check()).resolves.toBeUndefined();
  expect(Object.fromEntries(requests[0]!)).toEqual({ secret: 'secret', response: 'token', remoteip: '192.0.2.1' });
});

test('without a secret everybody passes and nobody is asked', async () => {
  const off = createBotCheck({ RECAPTCHA_VERIFY_URL: url, PUBLIC_URL: 'https://x' }, testLog);
  await expect(off(undefined, 'register', 'x')).resolves.toBeUndefined();
  expect(requests).toEqual([]);
});

test.each([
  ['no success', { ...good, success: false }],
  ['a low score', { ...good, score: 0.3 }],
  ['no score', { success: true, action: 'register', hostname: 'shop.example' }],
  ['another action', { ...good, action: 'login' }],
  ['another site', { ...good, hostname: 'evil.example' }],
  ['our secret refused', { success: false, 'error-codes': ['invalid-input-secret'] }],
])('%s is refused with the field named', async (_what, body) => {
  answer = { body };
  await expect(check()).rejects.toMatchObject({ status: 400, code: 'bot-check', extra: { field: 'recaptchaToken' } });
});

test.each([
  ['missing', undefined],
  ['empty', ''],
])('a token that is %s is refused without asking', async (_what, token) => {
  await expect(
    createBotCheck({ RECAPTCHA_SECRET: 's', RECAPTCHA_VERIFY_URL: url, PUBLIC_URL: 'https://x' }, testLog)(
      token,
      'register',
      'x',
    ),
  ).rejects.toMatchObject({
    status: 400,
  });
  expect(requests).toEqual([]);
});

test.each<[string, typeof answer]>([
  ['an error', { status: 500, body: 'x' }],
  ['a page instead of JSON', { body: '<html>' }],
  ['JSON of another shape', { body: { success: 'yes' } }],
  ['a way to somewhere else', { status: 302, body: '', location: 'http://127.0.0.1:9/' }],
])('when the service answers %s, a login goes on and everything else is a 503', async (_what, reply) => {
  answer = reply;
  await expect(check('token', 'register')).rejects.toMatchObject({ status: 503 });
  await expect(check('token', 'login')).resolves.toBeUndefined();
});

test('a service that is away or hangs holds nobody up for ever', async () => {
  await expect(check('token', 'register', 'http://127.0.0.1:9/verify')).rejects.toMatchObject({ status: 503 });
  answer = { body: '', hang: true };
  await expect(check()).rejects.toMatchObject({ status: 503 });
});

test('half a bot check is told with the half that is missing, and a whole one or none is sound', () => {
  expect(examineBotCheck({ RECAPTCHA_SECRET: 'x' })).toEqual([expect.stringMatching(/^RECAPTCHA_SITE_KEY is not set/)]);
  expect(examineBotCheck({ RECAPTCHA_SITE_KEY: 'x' })).toEqual([expect.stringMatching(/^RECAPTCHA_SECRET is not set/)]);
  expect([examineBotCheck({}), examineBotCheck({ RECAPTCHA_SITE_KEY: 'x', RECAPTCHA_SECRET: 'x' })]).toEqual([[], []]);
});
