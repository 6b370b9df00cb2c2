import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { TrackHeld } from '@shop/contracts/events';
import { asUser, emitted, untilBlocked } from '@shop/runtime/testing';
import { claims, create, createBody, openTestShop, placeBody, putTrackOnSale, type TestShop } from '../testing/orders-app';

let shop: TestShop;
let server: Server;
beforeEach(async () => {
  shop = await openTestShop();
  await putTrackOnSale(shop);
  server = shop.app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await shop.close();
});

const TRACK = { prices: { 1: 29900 } };

/** Keeps orders of the buyer waiting, as a stalled replica does, until `letGo` is called. */
async function pauseBuyer({ db: { source } }: TestShop, buyer: number) {
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT pg_advisory_xact_lock(1, $1)', [buyer]);
  return {
    async letGo() {
      await runner.commitTransaction();
      await runner.release();
    },
  };
}

/** Sends a request, breaks it off while the service is at work on it, and returns once the service has finished. */
async function askAndLeave(path: string, buyer: number, body: object) {
  const left = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
  const leaving = new AbortController();
  const kept = await pauseBuyer(shop, buyer);
  const response = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method: 'POST',
    headers: { ...asUser(buyer), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  await untilBlocked(shop.db.source);
  leaving.abort();
  await expect(response).rejects.toThrow('aborted');
  await left;
  await kept.letGo();
  // Postgres grants locks in the order of asking, so this one comes after the request's.
  await (await pauseBuyer(shop, buyer)).letGo();
}

test.each([
  ['/api/orders/paypal/create', createBody(7, TRACK)],
  ['/api/orders', placeBody(7, TRACK)],
])('%s makes no order for a buyer who has left', async (path, body) => {
  await askAndLeave(path, 7, body);
  expect(await shop.db.source.query('SELECT id FROM orders')).toEqual([]);
  expect(await emitted(shop.db.source, TrackHeld)).toEqual([]);
  expect(shop.paypal.calls.create).toEqual([]);
  expect((await create(shop, 8)).status).toBe(201);
});

test('an order that was made since is not replaced by what its buyer has given up before', async () => {
  const { body } = await create(shop, 7);
  const { id, orderId } = body as { id: string; orderId: number };
  await askAndLeave('/api/orders/paypal/create', 7, createBody(7, TRACK));
  expect(await claims(shop)).toMatchObject([{ state: 'reserved', order_id: orderId }]);
  expect(await shop.db.source.query('SELECT paypal_order_id, closed FROM orders')).toEqual([
    { paypal_order_id: id, closed: null },
  ]);
});
