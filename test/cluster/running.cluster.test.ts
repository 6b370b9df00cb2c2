import { beginTrial, countsAfterwards, during, NOTHING_FAILED, type Trial } from '../load/trial';
import { DEPLOYED, inbox, killOne, ready, roll, running, scale, SERVERS } from './cluster';

/**
 * Tests the overlay `small` on kubectl's cluster, with two replicas of each part: it rolls and kills them under visitors and
 * buyers, and counts everything. docs/kubernetes.md#a-trial lists the requirements.
 */
/** A killed server is scheduled, mounted and started again within this. */
const BACK_WITHIN_MS = 90_000;

jest.setTimeout(1_200_000);

let trial: Trial;

beforeAll(async () => {
  await Promise.all(DEPLOYED.map((part) => scale(part, 2)));
  trial = await beginTrial(running());
});
afterAll(async () => {
  await trial?.shopping.end();
});

test.each(DEPLOYED)('%s is rolled: nobody is refused', async (part) => {
  const trialResult = await during(trial, () => roll(part));
  expect(trialResult).toMatchObject({ ...NOTHING_FAILED, repeated: [] });
});

test.each(DEPLOYED)('one of two pods of %s is killed: nobody who asks again is refused', async (part) => {
  const trialResult = await during(trial, async () => {
    await killOne(part);
    await ready(`deployment/shop-${part}`);
  });
  expect(trialResult).toMatchObject(NOTHING_FAILED);
});

test.each(SERVERS)('%s is killed: nobody who waits for it is refused', async (part) => {
  const trialResult = await during(
    trial,
    async () => {
      await killOne(part);
      await ready(`statefulset/${part}`);
    },
    BACK_WITHIN_MS,
  );
  expect(trialResult).toMatchObject(NOTHING_FAILED);
});

countsAfterwards(() => trial, inbox);
