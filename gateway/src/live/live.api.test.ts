import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { ProductRemoved, TrackHeld, TrackReleased } from '@shop/contracts/events';
import { createInProcessBroker, type Broker } from '@shop/messaging';
import { eventually, forward } from '@shop/runtime/testing';
import { openGateway, type UnderTest } from '../testing/gateway-under-test';

let broker: Broker;
let shop: UnderTest;
let streams: Stream[];
const open = async (env: Record<string, string> = {}) =>
  (shop = await openGateway({ RATE_LIMIT_SCALE: '1', ...env }, { broker }));
beforeEach(() => {
  broker = createInProcessBroker();
  streams = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  for (const { res } of streams) res.destroy();
  await shop.stop();
});

type Stream = { res: IncomingMessage; status: number; text: () => string; ended: () => boolean };

/** Opens the stream like a browser and goes on reading it. */
const listen = (headers: Record<string, string> = {}) =>
  new Promise<Stream>((resolve, reject) => {
    get(`${shop.gateway.url}/api/products/events`, { headers, agent: false }, (res) => {
      let [text, ended] = ['', false];
      res.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
      res.on('close', () => (ended = true));
      const stream = { res, status: res.statusCode!, text: () => text, ended: () => ended };
      streams.push(stream);
      resolve(stream);
    }).on('error', reject);
  });

const publish = (event: { type: string; data: unknown }) =>
  broker.publish([{ id: randomUUID(), ...event, occurredAt: new Date().toISOString(), requestId: null, queues: [] }]);
const publishHeld = (productId: number) =>
  publish(TrackHeld({ productId, orderId: 3, version: 1, until: '2026-11-21T15:00:00.000Z' }));

const captured = (...ids: number[]) => ({
  type: 'orders.order-captured',
  data: {
    orderId: 3,
    ref: randomUUID(),
    version: 2,
    buyerId: 8,
    customer: { firstName: 'Marta', lastName: 'Kowalczyk', email: 'marta@example.com', country: 'Poland' },
    items: ids.map((productId) => ({
      productId,
      claimVersion: 3,
      name: 'Undertow',
      category: 'Techno',
      img: '/media/catalog/1.webp',
      sellerId: null,
      storeName: 'Ghostline',
      priceCents: 29900,
      projectCents: 0,
      discountCents: 0,
      paidCents: 29900,
      projectName: null,
      downloadUrl: '/api/orders/3/downloads/5?token=secret',
      projectUrl: null,
    })),
    subtotalCents: 29900,
    discountCents: 0,
    feeCents: 1495,
    totalCents: 31395,
    couponCode: null,
    payment: { method: 'paypal', captureId: 'C-1' },
    capturedAt: '2026-11-21T14:00:00.000Z',
    createdAt: '2026-11-21T13:59:00.000Z',
  },
});

test('browsers learn which tracks are held, released, removed and sold: the ids and not a word more', async () => {
  await open();
  const [one, two] = [await listen(), await listen()];
  expect(one.status).toBe(200);
  expect(one.res.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  expect(one.res.headers).not.toHaveProperty('content-encoding');
  await publishHeld(5);
  await publish(TrackReleased({ productId: 5, orderId: 3, version: 2 }));
  await publish(ProductRemoved({ productId: 6, version: 2 }));
  await publish(captured(5, 9));
  const text = `event: held\ndata: {"ids":[5]}\n\nevent: released\ndata: {"ids":[5]}\n\nevent: removed\ndata: {"ids":[6]}\n\nevent: sold\ndata: {"ids":[5,9]}\n\n`;
  await eventually(() => {
    for (const stream of [one, two]) expect(stream.text().endsWith(text)).toBe(true);
  });
  expect(one.text()).not.toMatch(/Marta|secret|orderId/);
});

test('a browser that connects late gets the messages of the last half minute, and no older ones', async () => {
  await open();
  forward(40_000);
  await publishHeld(1);
  forward(20_000);
  await publishHeld(2);
  forward(15_000);
  const late = await listen();
  await eventually(() => expect(late.text()).toBe(': here\n\nevent: held\ndata: {"ids":[2]}\n\n'));
});

test('a browser that connects after more messages than are repeated learns that it missed some', async () => {
  await open();
  const textOf = (id: number) => `event: held\ndata: {"ids":[${id}]}\n\n`;
  const ids = Array.from({ length: 201 }, (_, i) => i + 1);
  const missed = 'event: missed\ndata: {"ids":[]}\n\n';
  forward(40_000);
  for (const id of ids.slice(0, 2)) await publishHeld(id);
  forward(10_000);
  for (const id of ids.slice(2)) await publishHeld(id);
  const full = await listen();
  forward(21_000);
  const later = await listen();
  await eventually(() => expect(full.text()).toBe(`: here\n\n${missed}${ids.slice(1).map(textOf).join('')}`));
  await eventually(() => expect(later.text()).toBe(`: here\n\n${ids.slice(2).map(textOf).join('')}`));
});

test('a gateway that has just started, or that the broker was away from, says that something may be missing', async () => {
  await open();
  const stream = await listen();
  await eventually(() => expect(stream.text()).toBe(': here\n\nevent: missed\ndata: {"ids":[]}\n\n'));
});

test('the 21st stream of one address is refused with a time to wait; when one ends there is room again', async () => {
  await open({ TRUST_PROXY: 'loopback' });
  const from = (address: string) => listen({ 'x-forwarded-for': address });
  for (let i = 0; i < 20; i += 1) expect((await from('203.0.113.5')).status).toBe(200);
  const refused = await from('203.0.113.5');
  expect(refused.status).toBe(429);
  expect(refused.res.headers['retry-after']).toBe('60');
  await eventually(() => expect(JSON.parse(refused.text())).toMatchObject({ success: false, code: 'too-many' }));
  expect((await from('203.0.113.6')).status).toBe(200);
  streams[0]!.res.destroy();
  await eventually(async () => expect((await from('203.0.113.5')).status).toBe(200));
});

test('an IPv6 network counts as one address', async () => {
  await open({ TRUST_PROXY: 'loopback' });
  const from = async (address: string) => (await listen({ 'x-forwarded-for': address })).status;
  for (let i = 1; i <= 20; i += 1) expect(await from(`2001:db8:7::${i}`)).toBe(200);
  expect(await from('2001:db8:7:0:ffff::1')).toBe(429);
  expect(await from('2001:db8:7:1::1')).toBe(200);
});

test('every 15 seconds there is a sign of life', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask', 'Date'] });
  await open();
  const stream = await listen();
  jest.advanceTimersByTime(14_999);
  expect(stream.text()).not.toContain('still here');
  jest.advanceTimersByTime(1);
  await eventually(() => expect(stream.text()).toMatch(/: still here\n\n$/));
});

test('a browser that does not read is dropped, and the others go on', async () => {
  await open();
  const [slow, quick] = [await listen(), await listen()];
  slow.res.pause();
  // About 340 kB each time, so that the sum exceeds the system's own buffers.
  const sale = captured(...Array.from({ length: 20_000 }, (_, i) => 9_000_000_000_000_000 - i));
  await eventually(async () => {
    const before = quick.text().length;
    await publish(sale);
    // A listener that is still reading when more comes counts as one that does not read.
    await eventually(() => expect(quick.text().length - before).toBeGreaterThan(340_000));
    expect(JSON.parse(await (await fetch(`${shop.gateway.opsUrl}/readyz`)).text())).toMatchObject({ streams: 1 });
  });
  const offset = quick.text().length;
  await publishHeld(77);
  await eventually(() => expect(quick.text().slice(offset)).toContain('{"ids":[77]}'));
});

test('a stop does not wait for the streams to end', async () => {
  await open();
  const stream = await listen();
  await shop.gateway.stop();
  await eventually(() => expect(stream.ended()).toBe(true));
  // The listener has gone with it.
  await expect(publishHeld(1)).resolves.toBeDefined();
});

test('an unreadable event is left out, and the next is heard', async () => {
  await open();
  const stream = await listen();
  await publish({ type: TrackHeld.type, data: { productId: 'x' } });
  await publishHeld(4);
  await eventually(() => expect(stream.text()).toContain('event: held\ndata: {"ids":[4]}'));
});

test('HEAD has the headers and ends', async () => {
  await open();
  const head = await shop.call('/api/products/events', { method: 'HEAD' });
  expect([head.status, head.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
});

test('without a broker the stream answers 204, and everything else works', async () => {
  shop = await openGateway();
  expect((await shop.call('/api/products/events')).status).toBe(204);
  expect((await shop.call('/api/config')).status).toBe(200);
  expect((await shop.call('/api/products/7')).json).toHaveProperty('caller');
});

test('the 11th stream of one session is refused, wherever it comes from; its other visits go on', async () => {
  await open({ TRUST_PROXY: 'loopback' });
  const from = (i: number, cookie: string) => listen({ 'x-forwarded-for': `203.0.113.${i}`, cookie });
  for (let i = 1; i <= 10; i += 1) expect((await from(i, 'sid=mine')).status).toBe(200);
  const refused = await from(11, 'sid=mine');
  expect(refused.status).toBe(429);
  expect(refused.res.headers['retry-after']).toBe('60');
  expect((await from(11, 'sid=yours')).status).toBe(200);
});

test('an address that opens streams again and again is refused, even if none stays open', async () => {
  await open({ TRUST_PROXY: 'loopback' });
  const from = async (address: string) => {
    const { res, status } = await listen({ 'x-forwarded-for': address });
    res.destroy();
    return status;
  };
  const statuses: number[] = [];
  for (let i = 0; i < 60; i += 1) statuses.push(await from('203.0.113.5'));
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(await from('203.0.113.5')).toBe(429);
  expect(await from('203.0.113.6')).toBe(200);
});
