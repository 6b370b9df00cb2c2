import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@shop/runtime/testing';
import { SERVICES } from '../../load/running-shop';
import { beginTrial, countsAfterwards, during, NOTHING_FAILED, type Trial } from '../../load/trial';
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
  scaleUp,
  start,
  stop,
  takeAway,
  up,
} from './composition';

/**
 * Runs the composition: two gateways behind the balancer and two replicas of each service. It kills, stops and rolls them under
 * visitors and buyers, and counts everything.
 * It needs an engine with compose, and takes about twenty minutes besides building the images.
 */
/** A killed balancer or Postgres works again within this. */
const BACK_WITHIN_MS = 15_000;
/** A stop that takes longer has waited in vain, and cut requests off (docs/decisions/0039-a-stop-takes-ten-seconds.md). */
const CUTS_OFF_AFTER_MS = 30_000;
/** A new healthy replica that has no requests after this gets none at all. */
const SHARES_WITHIN_MS = 60_000;
const BROKER_AWAY_MS = 120_000;

jest.setTimeout(1_200_000);

let trial: Trial;

beforeAll(async () => {
  await up();
  trial = await beginTrial(running);
});
afterAll(async () => {
  await trial?.shopping.end();
  if (!process.env.KEEP_COMPOSITION) await down();
});

/** Restarts every replica of these parts, one after the other; each ends in order. Prints how long the slowest took to stop. */
async function roll(parts: readonly string[]): Promise<void> {
  let longestStopMs = 0;
  for (const part of parts)
    for (const container of await containersOf(part)) {
      const { stopMs, exitCode } = await restart(container);
      expect({ container, exitCode }).toEqual({ container, exitCode: 0 });
      longestStopMs = Math.max(longestStopMs, stopMs);
      await healthy(container);
    }
  console.log(`${expect.getState().currentTestName}: ${JSON.stringify({ longestStopMs })}`);
  expect(longestStopMs).toBeLessThan(CUTS_OFF_AFTER_MS);
}

test.each(REPLICATED)('one of two replicas of %s is killed and comes back: nobody who asks again is refused', async (part) => {
  const [one] = await containersOf(part);
  const trialResult = await during(trial, async () => {
    await kill(one!);
    await pause(3000);
    await start(one!);
    await healthy(one!);
  });
  expect(trialResult).toMatchObject(NOTHING_FAILED);
});

test.each(REPLICATED)('%s is rolled, one replica after the other: nobody is refused', async (part) => {
  const trialResult = await during(trial, () => roll([part]));
  expect(trialResult).toMatchObject({ ...NOTHING_FAILED, repeated: [] });
});

test.each([
  { key: 'card-key', readBy: ['sellers'], reseals: 'CARD_KEY' },
  { key: 'factor-key', readBy: ['identity'], reseals: 'FACTOR_KEY' },
  { key: 'download-key', readBy: ['orders'] },
  { key: 'certificate-key', readBy: ['orders'] },
  { key: 'delivery-key', readBy: ['catalog', 'orders'] },
  { key: 'internal-jwt-private-key', readBy: REPLICATED, signedBy: ['gateway'], verifiedBy: SERVICES },
])('$key is changed, its readers rolled after each step: nobody is refused', async (ring) => {
  const { key, readBy, reseals, signedBy = readBy, verifiedBy = readBy } = ring;
  const trialResult = await during(trial, async () => {
    await changeKey('add', key);
    await roll(readBy);
    await changeKey('promote', key);
    await roll(signedBy);
    if (reseals) await operate('rotate-key', '--key', reseals, '--step', 'reseal');
    await changeKey('retire', key);
    await roll(verifiedBy);
  });
  expect(trialResult).toMatchObject({ ...NOTHING_FAILED, repeated: [] });
});

test('the token of an operator port is changed, its service rolled after each step: every command is let in', async () => {
  // Called before the roll too, because the command line sends the first token of the file at once.
  const isLetIn = () => operate('put-back', '--service', 'orders');
  for (const step of ['add', 'promote', 'retire'] as const) {
    await changeKey(step, 'ops-token-orders');
    await isLetIn();
    await roll(['orders']);
    await isLetIn();
  }
});

test('both replicas share the work', async () => {
  const trialResult = await during(trial, () => pause(5000));
  expect(trialResult).toMatchObject(NOTHING_FAILED);
  for (const part of REPLICATED) {
    const [one, other] = await Promise.all((await containersOf(part)).map(answeredBy));
    expect({ part, idle: [one, other].filter((answered) => answered === 0) }).toEqual({ part, idle: [] });
  }
});

test('orders gets a third replica: it has its share of the requests, and nobody is refused', async () => {
  const before = await containersOf('orders');
  const trialResult = await during(trial, async () => {
    await scaleUp('orders', before.length + 1);
    const [added] = (await containersOf('orders')).filter((container) => !before.includes(container));
    await eventually(async () => expect(await answeredBy(added!)).toBeGreaterThan(0), SHARES_WITHIN_MS);
    await takeAway(added!);
  });
  expect(trialResult).toMatchObject({ ...NOTHING_FAILED, repeated: [] });
});

test.each(['balancer', 'postgres'])(
  '%s is killed: it serves again within 15 s, and nobody who waits that long is refused',
  async (part) => {
    const [one] = await containersOf(part);
    const trialResult = await during(
      trial,
      async () => {
        await kill(one!);
        await start(one!);
        await healthy(one!);
      },
      BACK_WITHIN_MS,
    );
    expect(trialResult).toMatchObject(NOTHING_FAILED);
  },
);

test('Postgres is restarted: nobody who waits for it is refused', async () => {
  const [one] = await containersOf('postgres');
  const trialResult = await during(trial, () => restart(one!).then(() => healthy(one!)), BACK_WITHIN_MS);
  expect(trialResult).toMatchObject(NOTHING_FAILED);
});

test('RabbitMQ is away for two minutes in the middle of purchases: people buy on, and the events come later', async () => {
  const [one] = await containersOf('rabbitmq');
  const before = trial.shopping.bought.length;
  const trialResult = await during(trial, async () => {
    await stop(one!);
    await pause(BROKER_AWAY_MS);
    expect(trial.shopping.bought.length).toBeGreaterThan(before);
    await start(one!);
    await healthy(one!);
  });
  expect(trialResult).toMatchObject(NOTHING_FAILED);
});

test('RabbitMQ comes back without its volume in the middle of purchases: what was sent lately is sent again', async () => {
  const before = new Date(Date.now() - 60_000).toISOString();
  const trialResult = await during(trial, loseRabbitmq);
  expect(trialResult).toMatchObject(NOTHING_FAILED);
  for (const service of SERVICES)
    await running.execute(
      service,
      `UPDATE outbox SET sent_at = NULL, next_try_at = now() WHERE sent_at > '${before}' AND data <> '{}'`,
    );
});

test.each(['minio', 'mail-inbox', 'paypal-simulator'])('%s is killed and comes back: the shop goes on', async (part) => {
  const [one] = await containersOf(part);
  const trialResult = await during(trial, async () => {
    await kill(one!);
    await pause(2000);
    await start(one!);
    await healthy(one!);
  });
  expect(trialResult).toMatchObject(NOTHING_FAILED);
});

countsAfterwards(
  () => trial,
  () => INBOX,
);
