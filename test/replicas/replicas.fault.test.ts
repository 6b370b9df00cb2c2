import { setTimeout as pause } from 'node:timers/promises';
import { operate } from '../../infra/ops/src/services';
import { runCommand } from '@shop/ops';
import { canStartRabbitmq, eventually, testServerUrl } from '@shop/runtime/testing';
import { findRabbitmq } from '../../infra/local/src/programs/rabbitmq';
import type { Rabbitmq } from '../../infra/local/src/programs/rabbitmq-server';
import { beginToPay, buyAll, makeBuyers, type Buyer } from '../load/buyers';
import { logIn } from '../load/log-in';
import { SERVICES, settled } from '../load/running-shop';
import { putTrackOnSale, putTracksOnSale, renameTrack } from '../load/tracks';
import { visit, type Visit } from '../load/visitor';
import { ADMIN, openShopOfProcesses, type PartName, type ShopOfProcesses } from './shop-of-processes';

/** How many processes of each part run. They share one Postgres and one RabbitMQ; a balancer stands before the gateways. */
const COUNTS = { gateway: 2, identity: 2, catalog: 2, orders: 3, sellers: 2, notifications: 2 };
const TRACKS = 1000;
const BUYERS = 4;
/** How many lists by ids a client address may request in a minute (docs/product/catalogue.md). */
const LISTS_A_MINUTE = 60;

jest.setTimeout(300_000);

const withRabbitmq = canStartRabbitmq ? describe : describe.skip;

withRabbitmq('the shop, several processes of each part', () => {
  let rabbitmq: Rabbitmq;
  let shop: ShopOfProcesses;
  let adminToken: string;
  let buyers: Buyer[];
  let shopping: ReturnType<typeof buyAll>;
  let firstTrack: number;

  beforeAll(async () => {
    const installation = await findRabbitmq({ own: true });
    if ('missing' in installation) throw new Error(installation.missing);
    rabbitmq = await installation.start();
    shop = await openShopOfProcesses({
      serverUrl: testServerUrl(),
      amqpUrl: rabbitmq.url,
      counts: COUNTS,
      settings: { catalog: { RATE_LIMIT_SCALE: '1' } },
    });
    adminToken = (await logIn(shop.url, ADMIN.email, ADMIN.password)).token;
    const track = await putTrackOnSale(shop, adminToken, 'The first');
    firstTrack = (await putTracksOnSale(shop, shop.doors, track.id, TRACKS)).first;
    buyers = await makeBuyers(shop, BUYERS);
    await operate(shop.doors, 'identity', 'say-again', {});
    await settled(shop, 120_000);
    shopping = buyAll(shop, buyers.slice(1), firstTrack);
  });

  afterAll(async () => {
    await shopping?.end();
    await shop?.close();
    await rabbitmq?.stop();
  });

  /** Lets a visitor send requests during `work`, and a little longer. */
  function during(work: () => Promise<void>): Promise<Visit> {
    const { id, token } = buyers[0]!;
    return visit(shop, [`/api/orders/user/${id}`, `/api/sellers/user/${id}`, `/api/users/${id}`], token, 0, async () => {
      await pause(300);
      await work();
      await pause(700);
    });
  }

  test('a change reaches every gateway', async () => {
    const track = await putTrackOnSale(shop, adminToken, 'Before');
    const namesAt = async (url: string) =>
      ((await (await fetch(`${url}/api/products`)).json()) as { id: number; name: string }[]).filter(({ id }) => id === track.id);
    await renameTrack(shop, adminToken, track.id, 'After');
    for (const { url } of shop.parts.gateway)
      await eventually(async () => expect(await namesAt(url)).toMatchObject([{ name: 'After' }]));
  });

  test('a limit holds for all replicas together', async () => {
    const statuses = await Promise.all(
      Array.from({ length: LISTS_A_MINUTE + 20 }, async (_, i) => {
        const answer = await fetch(`${shop.parts.gateway[i % COUNTS.gateway]!.url}/api/products/by-ids`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
          body: JSON.stringify({ ids: [firstTrack] }),
        });
        return answer.status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(LISTS_A_MINUTE);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  test('timed tasks run once: unpaid orders end, each with one release of its track', async () => {
    const [buyer] = buyers;
    const tracks = Array.from({ length: 5 }, (_, i) => firstTrack + TRACKS - 1 - i);
    for (const productId of tracks) await beginToPay(shop.url, buyer!, productId);
    await shop.execute(
      'orders',
      `UPDATE orders SET reserved_until = now() - interval '1 second'
       WHERE id IN (SELECT order_id FROM order_items WHERE product_id IN (${tracks.join()}))`,
    );
    const released = () =>
      shop.query<{ said: number }>(
        'orders',
        `SELECT count(*)::int AS said FROM outbox WHERE type = 'orders.track-released' AND data->>'productId' IN (${tracks.map((id) => `'${id}'`).join()}) GROUP BY data->>'productId'`,
      );
    await eventually(async () => expect(await released()).toHaveLength(tracks.length), 30_000);
    // Gives the other replicas time to release the tracks again, which would be wrong.
    await pause(2500);
    expect(await released()).toEqual(tracks.map(() => ({ said: 1 })));
  });

  test('a replica whose clock stands still in the middle of its work, and goes on later, does no harm', async () => {
    const before = shopping.bought.length;
    for (const part of ['orders', 'notifications'] as const) {
      const [one] = shop.parts[part];
      one!.pause();
      await pause(3000);
      one!.resume();
    }
    await eventually(() => expect(shopping.bought.length).toBeGreaterThan(before), 60_000);
  });

  test('every part is rolled, process by process, under visitors and buyers: nobody is refused', async () => {
    const visit = await during(async () => {
      for (const part of ['gateway', ...SERVICES] as PartName[])
        for (const replica of shop.parts[part]) {
          await replica.stop();
          await replica.restart();
        }
    });
    expect(visit).toMatchObject({ failed: [] });
    expect(visit.requests).toBeGreaterThan(100);
  });

  test('one process of each service is killed: nobody who asks again is refused', async () => {
    const visit = await during(async () => {
      for (const part of SERVICES) await shop.parts[part].at(-1)!.kill();
      await pause(1000);
      await Promise.all(SERVICES.map((part) => shop.parts[part].at(-1)!.restart()));
    });
    expect(visit).toMatchObject({ failed: [] });
  });

  test('after all of that nothing is lost or doubled, and every invariant holds', async () => {
    const { bought, failed } = await shopping.end();
    expect(failed).toEqual([]);
    await settled(shop, 120_000);

    const captures = shop.paypal.control.ledger().captures;
    expect(captures).toHaveLength(bought.length);
    await eventually(
      async () => expect(await shop.query('notifications', `SELECT id FROM mails WHERE state = 'waiting'`)).toEqual([]),
      60_000,
    );
    const mails = await shop.query<{ mails: number; orders: number }>(
      'notifications',
      `SELECT count(*)::int AS mails, count(DISTINCT about)::int AS orders FROM mails WHERE kind = 'order'`,
    );
    expect(mails).toEqual([{ mails: bought.length, orders: bought.length }]);

    const lines: string[] = [];
    const reach = { withDatabases: () => Promise.reject(new Error('check reads no database')), doors: async () => shop.doors };
    const code = await runCommand(['check', '--grace', '3'], { reach, say: (line) => lines.push(line) });
    expect({ code, said: code === 0 ? [] : lines }).toEqual({ code: 0, said: [] });
  });
});
