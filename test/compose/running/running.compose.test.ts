import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@shop/runtime/testing';
import { buyAll, makeBuyers, putOnSale, type Buyer } from '../../load/buyers';
import { lostEvents, SERVICES, waiting } from '../../load/running-shop';
import { visit, type Visit } from '../../load/visitor';
import {
  answeredBy,
  changeKey,
  containersOf,
  down,
  healthy,
  INBOX,
  kill,
  loseRabbitmq,
  operate,
  REPLICATED,
  restart,
  running,
  SIMULATOR,
  start,
  stop,
  up,
} from './composition';

/**
 * The composition, run for real: two gateways behind the balancer and two replicas of each service, killed, stopped and rolled
 * under visitors and buyers, and everything counted.
 * It needs an engine with compose, and takes about twenty minutes beyond the images.
 */
const TRACKS = 20_000;
/** A balancer or a Postgres that was killed serves again within this. */
const BACK_WITHIN_MS = 15_000;
/** As long as an outage of the broker takes. */
const BROKER_AWAY_MS = 120_000;
const BUYERS = 4;
const FIRST_TRACK = 1_000_000;

jest.setTimeout(1_200_000);

let buyers: Buyer[];
let shopping: ReturnType<typeof buyAll>;

beforeAll(async () => {
  await up();
  await putOnSale(running, FIRST_TRACK, TRACKS);
  buyers = await makeBuyers(running, BUYERS);
  shopping = buyAll(running, buyers, FIRST_TRACK);
});
afterAll(async () => {
  await shopping?.end();
  if (!process.env.KEEP_COMPOSITION) await down();
});

/** Visits the shop while something happens to it, and some seconds longer. */
async function during(work: () => Promise<void>, patienceMs = 0): Promise<Visit> {
  const { id, token } = buyers[0]!;
  const visitor = visit(running, [`/api/orders/user/${id}`, `/api/sellers/user/${id}`, `/api/users/${id}`], token, patienceMs);
  const before = shopping.bought.length;
  await pause(2000);
  await work();
  await pause(5000);
  const seen = await visitor.end();
  console.log(`${expect.getState().currentTestName}: ${JSON.stringify({ ...seen, bought: shopping.bought.length - before })}`);
  return seen;
}

const NOTHING_FAILED = { failed: [], loggedOut: 0 };

/** Restarts every replica of these parts, one after the other. */
async function roll(parts: readonly string[]): Promise<void> {
  for (const part of parts)
    for (const one of await containersOf(part)) {
      await restart(one);
      await healthy(one);
    }
}

test.each(REPLICATED)('one of two replicas of %s is killed and comes back: nobody who asks again is refused', async (part) => {
  const [one] = await containersOf(part);
  const seen = await during(async () => {
    await kill(one!);
    await pause(3000);
    await start(one!);
    await healthy(one!);
  });
  expect(seen).toMatchObject(NOTHING_FAILED);
});

test.each(REPLICATED)('%s is rolled, one replica after the other: nobody is refused', async (part) => {
  const seen = await during(() => roll([part]));
  expect(seen).toMatchObject({ ...NOTHING_FAILED, repeated: [] });
});

test.each([
  { key: 'card-key', readBy: ['sellers'], reseals: 'CARD_KEY' },
  { key: 'factor-key', readBy: ['identity'], reseals: 'FACTOR_KEY' },
  { key: 'download-key', readBy: ['orders'] },
  { key: 'internal-jwt-private-key', readBy: REPLICATED, signedBy: ['gateway'], verifiedBy: SERVICES },
])('$key is changed, its readers rolled after each step: nobody is refused', async (ring) => {
  const { key, readBy, reseals, signedBy = readBy, verifiedBy = readBy } = ring;
  const seen = await during(async () => {
    await changeKey('add', key);
    await roll(readBy);
    await changeKey('promote', key);
    await roll(signedBy);
    if (reseals) await operate('rotate-key', '--key', reseals, '--step', 'reseal');
    await changeKey('retire', key);
    await roll(verifiedBy);
  });
  expect(seen).toMatchObject({ ...NOTHING_FAILED, repeated: [] });
});

test('the token of an operator port is changed, its service rolled after each step: every command is let in', async () => {
  // before a step's roll too: the command line sends the first token of the file at once
  const isLetIn = () => operate('put-back', '--service', 'orders');
  for (const step of ['add', 'promote', 'retire'] as const) {
    await changeKey(step, 'ops-token-orders');
    await isLetIn();
    await roll(['orders']);
    await isLetIn();
  }
});

test('both replicas share the work', async () => {
  const seen = await during(() => pause(5000));
  expect(seen).toMatchObject(NOTHING_FAILED);
  for (const part of REPLICATED) {
    const [one, other] = await Promise.all((await containersOf(part)).map(answeredBy));
    expect({ part, idle: [one, other].filter((answered) => answered === 0) }).toEqual({ part, idle: [] });
  }
});

test.each(['balancer', 'postgres'])(
  '%s is killed: it serves again within 15 s, and nobody who waits that long is refused',
  async (part) => {
    const [one] = await containersOf(part);
    const seen = await during(async () => {
      await kill(one!);
      await start(one!);
      await healthy(one!);
    }, BACK_WITHIN_MS);
    expect(seen).toMatchObject(NOTHING_FAILED);
  },
);

test('Postgres is restarted: nobody who waits for it is refused', async () => {
  const [one] = await containersOf('postgres');
  const seen = await during(() => restart(one!).then(() => healthy(one!)), BACK_WITHIN_MS);
  expect(seen).toMatchObject(NOTHING_FAILED);
});

test('RabbitMQ is away for two minutes in the middle of purchases: people buy on, and the events come later', async () => {
  const [one] = await containersOf('rabbitmq');
  const before = shopping.bought.length;
  const seen = await during(async () => {
    await stop(one!);
    await pause(BROKER_AWAY_MS);
    expect(shopping.bought.length).toBeGreaterThan(before);
    await start(one!);
    await healthy(one!);
  });
  expect(seen).toMatchObject(NOTHING_FAILED);
});

test('RabbitMQ comes back without its volume in the middle of purchases: what was sent lately is sent again', async () => {
  const before = new Date(Date.now() - 60_000).toISOString();
  const seen = await during(loseRabbitmq);
  expect(seen).toMatchObject(NOTHING_FAILED);
  for (const service of SERVICES)
    await running.execute(
      service,
      `UPDATE outbox SET sent_at = NULL, next_try_at = now() WHERE sent_at > '${before}' AND data <> '{}'`,
    );
});

test.each(['minio', 'mail-inbox', 'paypal-simulator'])('%s is killed and comes back: the shop goes on', async (part) => {
  const [one] = await containersOf(part);
  const seen = await during(async () => {
    await kill(one!);
    await pause(2000);
    await start(one!);
    await healthy(one!);
  });
  expect(seen).toMatchObject(NOTHING_FAILED);
});

describe('after all of that', () => {
  beforeAll(async () => {
    const { failed } = await shopping.end();
    expect(failed).toEqual([]);
    await eventually(async () => expect(await waiting(running)).toBe(0), 180_000);
  });

  test('no event is lost', async () => {
    expect(await lostEvents(running)).toEqual([]);
  });

  test('every purchase is one paid order of its track, with one capture at PayPal', async () => {
    const { bought } = await shopping.end();
    const sold = await running.query<{ product_id: number }>(
      'orders',
      `SELECT product_id FROM order_items JOIN orders ON orders.id = order_id
       WHERE payment_state = 'paid' AND product_id >= ${FIRST_TRACK}`,
    );
    const tracks = sold.map((row) => row.product_id);
    expect(new Set(tracks).size).toBe(tracks.length);
    expect(tracks.toSorted()).toEqual(bought.map(({ productId }) => productId).toSorted());
    const { captures } = (await (await fetch(`${SIMULATOR}/sim/ledger`)).json()) as {
      captures: { order_id: string; status: string }[];
    };
    expect(new Set(captures.map((capture) => capture.order_id)).size).toBe(captures.length);
    expect(captures.length).toBe(tracks.length);
  });

  test('each purchase is told once, to its buyer and to the operator', async () => {
    const { bought } = await shopping.end();
    await eventually(
      async () => expect(await running.query('notifications', `SELECT id FROM mails WHERE state = 'waiting'`)).toEqual([]),
      120_000,
    );
    type Told = { kind: string; mails: number; subjects: number };
    const told = await running.query<Told>(
      'notifications',
      `SELECT kind, count(*)::int AS mails, count(DISTINCT subject)::int AS subjects FROM mails
       WHERE kind IN ('order', 'sale-notice') GROUP BY kind ORDER BY kind`,
    );
    const once = { mails: bought.length, subjects: bought.length };
    expect(told).toEqual([
      { kind: 'order', ...once },
      { kind: 'sale-notice', ...once },
    ]);
    const arrived = (await (await fetch(`${INBOX}/api/messages?to=admin@ghostline.example`)).json()) as { subject: string }[];
    const sales = arrived.map(({ subject }) => subject).filter((subject) => subject.startsWith('Sold:'));
    expect(new Set(sales).size).toBe(sales.length);
  });
});
