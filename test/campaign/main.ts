import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '@shop/documents/covers';
import { runCommand } from '@shop/ops';
import { startCuttableProxy, type CuttableProxy } from '@shop/runtime/testing';
import { findRabbitmq } from '../../infra/local/src/programs/rabbitmq';
import { startServiceProcess } from '../../infra/local/src/testing/service-process';
import { operate } from '../../infra/ops/src/services';
import { makeBuyers } from '../load/buyers';
import { logIn } from '../load/log-in';
import { SERVICES, settled } from '../load/running-shop';
import { publish, publishMany } from '../load/tracks';
import { ADMIN, openShopOfProcesses, type PartName } from '../replicas/shop-of-processes';
import { mountDisk } from './disk';
import { choose, faultsOf, type Recovery, type Target } from './faults';
import { startDatabase } from './servers';
import { addRun, inWords, type Run } from './sums';
import { workOn } from './work';

/**
 * The long campaign: the shop as processes, harmed at random while people buy, publish, refund and edit. After each round everything is
 * healed and given time, and every invariant is checked. Ends with code 1 when anything was lost, doubled or wrong.
 */
const MINUTES = Number(process.env.CAMPAIGN_MINUTES ?? 5);
const SEED = process.env.CAMPAIGN_SEED ?? String(Date.now());
/** The sums of all runs are kept here. */
const KEPT_IN = process.env.CAMPAIGN_FILE ?? join(__dirname, '../../.data/campaign.jsonl');
/** The folder of another build, which half of the processes then run: an older release beside this one. */
const OLDER = process.env.CAMPAIGN_OLDER;

const COUNTS = { gateway: 2, identity: 2, catalog: 2, orders: 3, sellers: 2, notifications: 2 };
const BUYERS = 6;
const TRACKS = 20_000;
const ROUND_MS = 60_000;
/** The pause between two faults; they overlap. */
const FAULT_EVERY_MS = { from: 200, to: 1200 };
const SETTLES_WITHIN_MS = 180_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const random = randomOf(SEED);
  const found = await findRabbitmq({ own: true, install: true, log: say });
  if ('missing' in found) throw new Error(found.missing);
  const folder = await mkdtemp(join(tmpdir(), 'shop-campaign-'));
  const disk = await mountDisk(join(folder, 'disk'));
  if (!disk) say('Disks are not filled: this account may not mount one.');
  const database = await startDatabase(join(folder, 'disk', 'postgres'));
  const rabbitmq = await found.start();
  const targets: Target[] = [];
  const shop = await openShopOfProcesses({
    serverUrl: database.url,
    amqpUrl: rabbitmq.url,
    counts: COUNTS,
    launch: async (part, env) => {
      const { target, process } = await launchWithProxies(part, env, targets.filter((one) => one.part === part).length);
      targets.push(target);
      return process;
    },
  });
  say(`Seed ${SEED}: ${targets.length} processes, ${MINUTES} minutes`);

  const adminToken = (await logIn(shop.url, ADMIN.email, ADMIN.password)).token;
  const track = await publish(shop, adminToken, 'The first');
  const { first: firstTrack } = await publishMany(shop, shop.doors, track.id, TRACKS);
  const buyers = await makeBuyers(shop, BUYERS);
  await operate(shop.doors, 'identity', 'say-again', {});
  await settled(shop, SETTLES_WITHIN_MS);

  const faults = faultsOf({ targets, broker: rabbitmq, database, disk, paypal: shop.paypal.control, inbox: shop.inbox }, random);
  const run: Run = {
    minutes: 0,
    seed: SEED,
    faults: {},
    kills: 0,
    events: 0,
    purchases: 0,
    done: {},
    recoveriesMs: [],
    rounds: 0,
    violations: [],
  };
  const began = Date.now();
  while (Date.now() - began < MINUTES * 60_000 && run.violations.length === 0) {
    const work = workOn(shop, shop.paypal, {
      buyers,
      adminToken,
      firstTrack: firstTrack + run.purchases + run.rounds * 100,
      random,
    });
    const underWay = new Set<Promise<void>>();
    const roundEnds = Date.now() + ROUND_MS;
    while (Date.now() < roundEnds) {
      const fault = choose(faults, random);
      run.faults[fault.name] = (run.faults[fault.name] ?? 0) + 1;
      run.kills += fault.kills;
      const one = fault.strike().then(
        (recovery: Recovery | null) => void (recovery && run.recoveriesMs.push(Math.round(recovery.ms))),
        (error: unknown) => void run.violations.push(`${fault.name}: ${(error as Error).message}`),
      );
      underWay.add(one);
      void one.finally(() => underWay.delete(one));
      await pause(FAULT_EVERY_MS.from + random() * (FAULT_EVERY_MS.to - FAULT_EVERY_MS.from));
    }
    await Promise.all(underWay);
    shop.paypal.control.clearFaults();
    const { bought, failed } = await work.end();
    run.violations.push(...failed.map((line) => `a purchase never ended: ${line}`));
    run.purchases += bought.length;
    for (const [name, count] of Object.entries(work.done)) run.done[name] = (run.done[name] ?? 0) + count;
    await settled(shop, SETTLES_WITHIN_MS).catch((error: unknown) => run.violations.push((error as Error).message));
    run.violations.push(...(await brokenInvariants(shop.doors)));
    run.rounds += 1;
    say(`Round ${run.rounds}: ${run.kills} kills, ${run.purchases} purchases, ${run.violations.length} violations`);
  }
  run.minutes = (Date.now() - began) / 60_000;
  run.events = await eventsSaid(shop);
  await shop.close();
  await rabbitmq.stop();
  await database.stop();
  await disk?.unmount();
  await rm(folder, { recursive: true, force: true });
  for (const line of inWords(await addRun(KEPT_IN, run))) say(line);
  return run.violations.length > 0 ? 1 : 0;
}

/** Starts a process whose connections to the database, the broker and the services go through proxies. Every second one may be of the older build. */
async function launchWithProxies(part: PartName, env: Record<string, string>, index: number) {
  const ways: CuttableProxy[] = [];
  const through = async (address: string): Promise<string> => {
    const url = new URL(address);
    const proxy = await startCuttableProxy(Number(url.port));
    ways.push(proxy);
    url.port = String(proxy.port);
    return url.href.replace(/\/$/, '');
  };
  const throughProxies = Object.fromEntries(
    await Promise.all(
      Object.entries(env).map(async ([name, value]) => {
        const isWay =
          name === 'DATABASE_URL' || name === 'AMQP_URL' || SERVICES.some((service) => name === `${service.toUpperCase()}_URL`);
        return [name, isWay ? (await Promise.all(value.split(',').map(through))).join() : value] as const;
      }),
    ),
  );
  const clock = { CLOCK_JUMP_MS: String((index % 2 === 0 ? 1 : -1) * 7 * 60_000) };
  const process = await startServiceProcess(
    part,
    { ...throughProxies, ...clock },
    {
      execArgv: ['--require', join(__dirname, 'jumping-clock.cjs')],
      ...(OLDER && index % 2 === 1 ? { root: OLDER } : {}),
    },
  );
  return { process, target: { part, process, ways, jumpClock: () => process.signal('SIGUSR2') } };
}

/** What the checker of the operators finds, a line each. */
async function brokenInvariants(doors: Awaited<ReturnType<typeof openShopOfProcesses>>['doors']): Promise<string[]> {
  const said: string[] = [];
  const reach = { withDatabases: () => Promise.reject(new Error('The checker reads no database.')), doors: async () => doors };
  const code = await runCommand(['check', '--grace', '5'], { reach, say: (line) => said.push(line) });
  return code === 0 ? [] : said.filter((line) => !/^ +0 /.test(line));
}

/** How many times an event was handled, in all inboxes. */
async function eventsSaid({ query }: Awaited<ReturnType<typeof openShopOfProcesses>>): Promise<number> {
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
