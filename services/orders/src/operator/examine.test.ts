import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { examinePaypal } from './examine';

let server: Server;
let statuses: Record<string, number>;
let requestedPaths: string[];
beforeEach(async () => {
  statuses = {};
  requestedPaths = [];
  server = createServer((req, res) => {
    const path = req.url!.replace(/\?.*/, '');
    requestedPaths.push(`${path} ${req.headers.authorization}`);
    res.writeHead(statuses[path] ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify({ access_token: 'T' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const TOKEN = '/v1/oauth2/token';
const TRANSACTIONS = '/v1/reporting/transactions';
const DISPUTES = '/v1/customer/disputes';
const examined = (port = (server.address() as AddressInfo).port) =>
  examinePaypal({
    PAYPAL_API_URL: `http://127.0.0.1:${port}/`,
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
  });

test('an app that may read transactions and disputes is right', async () => {
  expect(await examined()).toEqual([]);
  expect(requestedPaths.sort()).toEqual([`${DISPUTES} Bearer T`, `${TOKEN} Basic aWQ6c2VjcmV0`, `${TRANSACTIONS} Bearer T`]);
});

test.each([
  [TRANSACTIONS, 'Transaction Search'],
  [DISPUTES, 'Disputes'],
])('an app that PayPal refuses %s lacks the feature %s', async (path, feature) => {
  statuses[path] = 403;
  expect(await examined()).toEqual([expect.stringContaining(`"${feature}"`)]);
});

test('PayPal away from a list says nothing of the app', async () => {
  statuses[TRANSACTIONS] = 503;
  expect(await examined()).toEqual([]);
});

test.each([
  [401, 'does not know it with this PAYPAL_CLIENT_SECRET'],
  [503, 'answers 503 when it is asked for a token'],
])('a token refused with %i: "%s"', async (status, sentence) => {
  statuses[TOKEN] = status;
  expect(await examined()).toEqual([expect.stringContaining(sentence)]);
  expect(requestedPaths).toHaveLength(1);
});

test('a PayPal that nobody reaches', async () => {
  const nobody = 2; // nothing listens there
  expect(await examined(nobody)).toEqual([expect.stringContaining('cannot be reached (ECONNREFUSED)')]);
});
