import { SERVICES } from '../../load/running-shop';
import { beginTrial, countsAfterwards, during, NOTHING_FAILED, type Trial } from '../../load/trial';
import { build, down, exchange, INBOX, makeAnew, makeSecrets, operate, runOnce, running, up } from './composition';

/**
 * Upgrades the composition of an older checkout to this one under visitors and buyers, step by step as in docs/runbooks/upgrade.md.
 * `UPGRADE_FROM` is the folder of the older checkout; without it the test is skipped.
 */
const older = process.env.UPGRADE_FROM;
/** Postgres or the broker is made again within this. */
const ANEW_WITHIN_MS = 15_000;
/** A balancer ends its connections, and its successor begins, within this. */
const BALANCED_WITHIN_MS = 40_000;

jest.setTimeout(1_800_000);

(older ? describe : describe.skip)('an older composition is upgraded', () => {
  let trial: Trial;

  beforeAll(async () => {
    await up(older);
    await build(...SERVICES, 'gateway', 'ops');
    trial = await beginTrial(running);
  });
  afterAll(async () => {
    await trial?.shopping.end();
    if (!process.env.KEEP_COMPOSITION) await down();
  });

  test('new secrets, accounts and a broker that knows its new queues: nobody is refused', async () => {
    const trialResult = await during(trial, async () => {
      await makeSecrets();
      await runOnce('databases');
      await makeAnew('rabbitmq');
    });
    expect(trialResult).toMatchObject(NOTHING_FAILED);
  });

  test('Postgres and MinIO are made anew: nobody who waits for them is refused', async () => {
    const trialResult = await during(trial, () => makeAnew('postgres', 'minio'), ANEW_WITHIN_MS);
    expect(trialResult).toMatchObject(NOTHING_FAILED);
  });

  test.each(SERVICES)('%s gets its tables and is exchanged: nobody is refused', async (service) => {
    const trialResult = await during(trial, async () => {
      await runOnce(`migrate-${service}`);
      await exchange(service);
    });
    expect(trialResult).toMatchObject({ ...NOTHING_FAILED, repeated: [] });
  });

  test('the gateway is exchanged last: nobody is refused', async () => {
    const trialResult = await during(trial, () => exchange('gateway'));
    expect(trialResult).toMatchObject({ ...NOTHING_FAILED, repeated: [] });
  });

  test('the balancer is made anew: nobody who waits for it is refused', async () => {
    const trialResult = await during(trial, () => makeAnew('balancer'), BALANCED_WITHIN_MS);
    expect(trialResult).toMatchObject(NOTHING_FAILED);
  });

  countsAfterwards(
    () => trial,
    () => INBOX,
  );

  test.each(['event-is-handled', 'paid-order-is-whole', 'sold-once'])('the check finds that %s', async (invariant) => {
    expect(await operate('check', '--only', invariant)).toMatch(new RegExp(`^ +0 +${invariant} `, 'm'));
  });
});
