import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrderCaptured, ProductPublished } from '@shop/contracts/events';
import { createInProcessBroker, inTx, type Broker } from '@shop/messaging';
import { readConfig, type RunningService } from '@shop/runtime';
import { asUser, emitted, eventually, openTestDatabase, testLog, testPublicKey, type TestDatabase } from '@shop/runtime/testing';
import { createFileStorage } from '@shop/storage';
import request from 'supertest';
import { Config } from '../config';
import { schema } from '../database';
import { copyProduct } from '../product-copies/copy-product';
import { start } from '../start';
import { fakeGateway } from '../testing/fake-gateway';
import { aProduct, createBody } from '../testing/orders-app';

let db: TestDatabase;
let config: Config;
let broker: Broker;
let service: RunningService;
const paypal = fakeGateway();
const storage = createFileStorage(join(tmpdir(), 'orders-start-test'));

beforeAll(async () => {
  db = await openTestDatabase(schema);
  broker = createInProcessBroker();
  config = readConfig(Config, {
    DATABASE_URL: db.url,
    INTERNAL_JWT_PUBLIC_KEYS: testPublicKey,
    PUBLIC_URL: 'http://localhost:8080',
    DOWNLOAD_KEY: 'a key for tests only',
    DELIVERY_KEY: 'a key for tests only',
    CERTIFICATE_KEY: Buffer.alloc(32, 7).toString('base64'),
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'WH',
    COMPLETER_EVERY_MS: '100',
    PAYPAL_TIMEOUT_MS: '25',
    PAYPAL_WITHIN_MS: '50',
    CAPTURE_LEASE_MS: '100',
  });
  service = await start(config, { broker, storage, log: testLog, paymentGateway: paypal.gateway });
});
afterAll(async () => {
  await service.stop();
  await broker.close();
  await db.drop();
});

test('it does not start in a time zone that its database does not know, and says what to write', async () => {
  const unknown = { ...config, SITE_TIME_ZONE: 'Mars/Olympus' };
  await expect(start(unknown, { broker, storage, log: testLog, paymentGateway: paypal.gateway })).rejects.toThrow(
    /SITE_TIME_ZONE: the database does not know the time zone Mars\/Olympus/,
  );
});

test('the running service finishes by itself what nobody knows the outcome of, and renders the contracts', async () => {
  await inTx(db.source, (tx) => copyProduct(tx, ProductPublished(aProduct()).data));
  const created = await request(service.url)
    .post('/api/orders/paypal/create')
    .set(asUser(7, 'orders'))
    .send(createBody(7, { prices: { 1: 29900 } }));
  const { id, orderId } = created.body as { id: string; orderId: number };
  paypal.approve(id);
  paypal.next.capture.push('captured-but-unknown');
  const body = { orderID: id, userId: 7 };
  await request(service.url).post('/api/orders/paypal/capture').set(asUser(7, 'orders')).send(body).expect(202);

  await eventually(async () => expect(await emitted(db.source, OrderCaptured)).toMatchObject([{ orderId }]));
  await eventually(async () =>
    expect(await db.source.query('SELECT contract_hash FROM order_items')).toEqual([
      { contract_hash: expect.stringMatching(/^[\da-f]{64}$/) as string },
    ]),
  );
  await request(service.url).post('/api/orders/paypal/capture').set(asUser(7, 'orders')).send(body).expect(200);
});

test('its metrics count what PayPal declined', async () => {
  const declined = async () => {
    const { text } = await request(service.opsUrl).get('/metrics');
    return [...text.matchAll(/^payments_declined_total\{about="(\w+)",.*\} (\d+)$/gm)].map(([, about, count]) => [about, count]);
  };
  expect(await declined()).toEqual([
    ['buyer', '0'],
    ['shop', '0'],
    ['filter', '0'],
  ]);
  await inTx(db.source, (tx) => copyProduct(tx, ProductPublished(aProduct({ productId: 2 })).data));
  paypal.next.create.push('refused');
  await request(service.url)
    .post('/api/orders/paypal/create')
    .set(asUser(7, 'orders'))
    .send(createBody(7, { prices: { 2: 29900 } }))
    .expect(503);
  expect(await declined()).toEqual([
    ['buyer', '0'],
    ['shop', '1'],
    ['filter', '0'],
  ]);
});
