import { SERVICES } from '../../load/running-shop';
import { beginTrial, countsAfterwards, during, NOTHING_FAILED, type Trial } from '../../load/trial';
import { build, down, exchange, INBOX, makeAnew, makeSecrets, operate, runOnce, running, up } from './composition';

/**
 * The composition of an older checkout becomes this one under visitors and buyers, step by step as docs/runbooks/upgrade.md has it.
 * `UPGRADE_FROM` is the folder of the older checkout; without it there is nothing to upgrade.
 */
const older = process.env.UPGRADE_FROM;
/** As long as Postgres or the broker takes to be made anew. */
const ANEW_WITHIN_MS = 15_000;
/** As long as a balancer ends what it has, and its successor begins. */
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
    const seen = await during(trial, async () => {
      await makeSecrets();
      await runOnce('databases');
      await makeAnew('rabbitmq');
    });
    expect(seen).toMatchObject(NOTHING_FAILED);
  });

  test('Postgres and MinIO are made anew: nobody who waits for them is refused', async () => {
    const seen = await during(trial, () => makeAnew('postgres', 'minio'), ANEW_WITHIN_MS);
    expect(seen).toMatchObject(NOTHING_FAILED);
  });

  test.each(SERVICES)('%s gets its tables and is exchanged: nobody is refused', async (service) => {
    const seen = await during(trial, async () => {
      await runOnce(`migrate-${service}`);
      await exchange(service);
    });
    expect(seen).toMatchObject({ ...NOTHING_FAILED, repeated: [] });
  });

  test('the gateway is exchanged last: nobody is refused', async () => {
    const seen = await during(trial, () => exchange('gateway'));
    expect(seen).toMatchObject({ ...NOTHING_FAILED, repeated: [] });
  });

  test('the balancer is made anew: nobody who waits for it is refused', async () => {
    const seen = await during(trial, () => makeAnew('balancer'), BALANCED_WITHIN_MS);
    expect(seen).toMatchObject(NOTHING_FAILED);
  });

  countsAfterwards(
    () => trial,
    () => INBOX,
  );

  test.each(['event-is-handled', 'paid-order-is-whole', 'sold-once'])('the check finds that %s', async (invariant) => {
    expect(await operate('check', '--only', invariant)).toMatch(new RegExp(`^ +0 +${invariant} `, 'm'));
  });
});
