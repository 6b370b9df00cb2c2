import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '@shop/documents/covers';
import { runCommand, type Doors } from '@shop/ops';
import { startCuttableProxy, type CuttableProxy } from '@shop/runtime/testing';
import { findRabbitmq } from '../../infra/local/src/programs/rabbitmq';
import { operate } from '../../infra/ops/src/services';
import { makeBuyers } from '../load/buyers';
import { logIn } from '../load/log-in';
import { SERVICES, settled, type RunningShop } from '../load/running-shop';
import { putTrackOnSale, putTracksOnSale } from '../load/tracks';
import { ADMIN, openShopOfProcesses, type ShopOfProcesses } from '../replicas/shop-of-processes';
import { mountDisk } from './disk';
import { choose, faultsOf, type Fault, type Target } from './faults';
import { startDatabase } from './servers';
import { addRound, inWords, roundsIn, type Round } from './sums';
import { launchTarget } from './target';
import { workOn, type People } from './work';

const MINUTES = Number(process.env.CAMPAIGN_MINUTES ?? 5);
const SEED = process.env.CAMPAIGN_SEED ?? String(Date.now());
/** The file with all rounds. The sums at the end include every run in it, even an interrupted one. */
const KEPT_IN = process.env.CAMPAIGN_FILE ?? join(__dirname, '../../.data/campaign.jsonl');

/** How many processes of each part run; orders has one more by default. */
const PROCESSES = Number(process.env.CAMPAIGN_PROCESSES ?? 2);
const COUNTS = {
  ...{ gateway: PROCESSES, identity: PROCESSES, catalog: PROCESSES, sellers: PROCESSES, notifications: PROCESSES },
  orders: Number(process.env.CAMPAIGN_PROCESSES ?? 3),
};
const BUYERS = Number(process.env.CAMPAIGN_BUYERS ?? 6);
/** A campaign of less than a minute has one round, which is as short. */
const ROUND_MS = Math.min(60_000, MINUTES * 60_000);
/** The fewest tracks for sale at the start of a round. */
const TRACKS_A_ROUND = Math.ceil(ROUND_MS / 40);
const TRACKS = 2 * TRACKS_A_ROUND;
/** Faults come at random moments and may overlap. */
const FAULTS_A_MINUTE = Number(process.env.CAMPAIGN_FAULTS ?? 85);
const SETTLES_WITHIN_MS = 180_000;

const random = randomOf(SEED);
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Resolves when the campaign is interrupted. It then heals what it has harmed, and leaves nothing behind. */
let interrupted = false;
const interruption = new Promise<null>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      interrupted = true;
      resolve(null);
    });
});
const strikesUnderWay = new Set<Promise<void>>();

/**
 * The campaign: it runs the shop as many processes and harms them at random while people buy, publish, refund and edit. After
 * each round it heals all harm, waits for all events and checks every invariant.
 * @returns the exit code: 1 after a violation, 130 after an interruption, else 0
 */
async function main(): Promise<number> {
  const installation = await findRabbitmq({ own: true, install: true, log: say });
  if ('missing' in installation) throw new Error(installation.missing);
  const folder = await mkdtemp(join(tmpdir(), 'shop-campaign-'));
  // Postgres runs under an account of its own, which must be able to enter the folder.
  await chmod(folder, 0o711);
  const disk = await mountDisk(join(folder, 'disk'));
  if (!disk) say('Disks are not filled: this account may not mount one.');
  const database = await startDatabase(join(folder, 'disk', 'postgres'));
  const broker = await installation.start();
  const targets: Target[] = [];
  const outside: CuttableProxy[] = [];
  const shop = await openShopOfProcesses({
    serverUrl: database.url,
    amqpUrl: broker.url,
    counts: COUNTS,
    launch: async (part, env) => {
      const target = await launchTarget(part, env);
      targets.push(target);
      return target.process;
    },
    through: async (port) => {
      const proxy = await startCuttableProxy(port);
      outside.push(proxy);
      return proxy.port;
    },
  });
  say(`Seed ${SEED}: ${targets.length} processes, ${MINUTES} minutes`);
  const faults = faultsOf({ targets, broker, database, disk, paypal: shop.paypal.control, inbox: shop.inbox, outside }, random);
  const sound = await Promise.race([runRounds(shop, faults), interruption]);
  if (sound === null) await Promise.all(strikesUnderWay);

  // An interruption at a terminal ends the servers too, and then some of it fails.
  for (const close of [shop.close, broker.stop, database.stop, disk?.unmount])
    await close?.().catch((error: Error) => say(error.message));
  await rm(folder, { recursive: true, force: true });
  if (sound === null) return 130;
  for (const line of inWords(await roundsIn(KEPT_IN))) say(line);
  return sound ? 0 : 1;
}

/**
 * Runs rounds until the time is over or an invariant is violated.
 * @returns whether none was violated
 */
async function runRounds(shop: ShopOfProcesses, faults: readonly Fault[]): Promise<boolean> {
  const adminToken = (await logIn(shop.url, ADMIN.email, ADMIN.password)).token;
  const track = await putTrackOnSale(shop, adminToken, 'The first');
  const buyers = await makeBuyers(shop, BUYERS);
  await operate(shop.doors, 'identity', 'say-again', {});

  const began = Date.now();
  let onSale = { first: 0, left: 0 };
  for (let at = 1; Date.now() - began < MINUTES * 60_000; at += 1) {
    if (onSale.left < TRACKS_A_ROUND) {
      onSale = { ...(await putTracksOnSale(shop, shop.doors, track.id, TRACKS)), left: TRACKS };
      await settled(shop, SETTLES_WITHIN_MS);
    }
    const round = newRound();
    const [roundBegan, handledBefore] = [Date.now(), await eventsHandled(shop)];
    const used = await oneRound(shop, faults, { buyers, adminToken, firstTrack: onSale.first, random }, round);
    onSale = { first: onSale.first + used, left: onSale.left - used };
    round.events = (await eventsHandled(shop)) - handledBefore;
    round.minutes = (Date.now() - roundBegan) / 60_000;
    await addRound(KEPT_IN, round);
    const { kills, purchases, violations } = round;
    say(`Round ${at}: ${kills} kills, ${round.events} events, ${purchases} purchases, ${violations.length} violations`);
    if (violations.length > 0) return false;
  }
  return true;
}

const newRound = (): Round => ({
  minutes: 0,
  seed: SEED,
  faults: {},
  kills: 0,
  events: 0,
  purchases: 0,
  done: {},
  recoveriesMs: [],
  violations: [],
});

/**
 * Harms the shop for a minute while people use it, waits until all events are handled, checks the invariants, and adds the
 * results to `round`.
 * @returns how many tracks people tried to buy
 */
async function oneRound(shop: ShopOfProcesses, faults: readonly Fault[], people: People, round: Round): Promise<number> {
  const work = workOn(shop, shop.paypal, people);
  for (const ends = Date.now() + ROUND_MS; Date.now() < ends && !interrupted;) {
    const strikeUnderWay = strike(choose(faults, random), round);
    strikesUnderWay.add(strikeUnderWay);
    void strikeUnderWay.finally(() => strikesUnderWay.delete(strikeUnderWay));
    await pause((60_000 / FAULTS_A_MINUTE) * (0.3 + 1.4 * random()));
  }
  await Promise.all(strikesUnderWay);
  shop.paypal.control.clearFaults();
  const { bought, failed } = await work.end();
  round.violations.push(...failed.map((line) => `a purchase never ended: ${line}`));
  await settled(shop, SETTLES_WITHIN_MS).catch((error: unknown) => round.violations.push((error as Error).message));
  round.violations.push(...(await brokenInvariants(shop.doors)));
  round.purchases = bought.length;
  round.done = work.done;
  return bought.length + failed.length;
}

/** Strikes once, and counts the fault unless there was nothing to harm. */
async function strike({ name, strike: harm }: Fault, round: Round): Promise<void> {
  try {
    const harmed = await harm();
    if (!harmed) return;
    round.faults[name] = (round.faults[name] ?? 0) + 1;
    if (harmed.backAfterMs === undefined) return;
    round.kills += 1;
    round.recoveriesMs.push(Math.round(harmed.backAfterMs));
  } catch (error) {
    round.violations.push(`${name}: ${(error as Error).message}`);
  }
}

/** The violations that the operators' command `check` finds, one on each line. */
async function brokenInvariants(doors: Doors): Promise<string[]> {
  const lines: string[] = [];
  const reach = { withDatabases: () => Promise.reject(new Error('The checker reads no database.')), doors: async () => doors };
  const code = await runCommand(['check', '--grace', '5'], { reach, say: (line) => lines.push(line) });
  return code === 0 ? [] : lines.filter((line) => !/^ +0 /.test(line));
}

/** How many deliveries are in all inboxes: an event counts once for each reaction to it. */
async function eventsHandled({ query }: RunningShop): Promise<number> {
  const counts = await Promise.all(
    SERVICES.map((name) => query<{ handled: number }>(name, 'SELECT count(*)::int AS handled FROM inbox')),
  );
  return counts.flat().reduce((sum, { handled }) => sum + handled, 0);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
