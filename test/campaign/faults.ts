import { setTimeout as pause } from 'node:timers/promises';
import { retry } from '@shop/runtime';
import type { CuttableProxy } from '@shop/runtime/testing';
import type { ServiceProcess } from '../../infra/local/src/testing/service-process';
import type { PartName } from '../replicas/shop-of-processes';
import type { Disk } from './disk';

/** A process, with the proxies on its connections, which can cut them. */
export type Target = { part: PartName; process: ServiceProcess; ways: readonly CuttableProxy[]; jumpClock: () => void };

type World = {
  targets: readonly Target[];
  broker: { kill: () => Promise<void>; restart: () => Promise<void> };
  database: { kill: () => Promise<void>; restart: () => Promise<void>; pause: () => void; resume: () => void };
  disk: Disk | null;
  paypal: { addFault: (fault: { operation: string; fault: string; ms: number }) => unknown };
  inbox: { setRefusing: (refusing: boolean) => void };
  /** Proxies to PayPal, to the mail server, and from PayPal to the shop. */
  outside: readonly CuttableProxy[];
};

/** Random numbers from 0 to 1 that decide the course of the campaign. The same numbers make the same choices. */
export type Random = () => number;

/** The result of a fault. `backAfterMs`, after a kill: how many milliseconds later the killed process or server worked again. */
type Harmed = { backAfterMs?: number };
/**
 * One kind of harm. `strike` harms something and heals it again; it answers null when there was nothing to harm. A fault with a
 * higher weight is chosen more often.
 */
export type Fault = { name: string; weight: number; strike: () => Promise<Harmed | null> };

/** Starts a process again, like a supervisor: it repeats until it succeeds, because the database may be away. */
const revive = (process: ServiceProcess) => retry(process.restart, { withinMs: 120_000, pauseMs: 500 });

const PAYPAL_FAULTS = ['drop-answer', 'error-500', 'error-500-after', 'malformed', 'rate-limited', 'hang'];

/** The kinds of harm. No two of them harm the same process or server at the same time, so that each can heal what it broke. */
export function faultsOf(world: World, random: Random): Fault[] {
  const between = (from: number, to: number) => from + random() * (to - from);
  const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const busy = new Set<unknown>();
  /** Harms one of `things` that no other fault harms at this moment; null when there is none. */
  const alone = async <Thing>(things: readonly Thing[], harm: (thing: Thing) => Promise<Harmed | void>) => {
    const thing = oneOf(things.filter((candidate) => !busy.has(candidate)));
    if (thing === undefined) return null;
    busy.add(thing);
    try {
      return (await harm(thing)) ?? {};
    } finally {
      busy.delete(thing);
    }
  };
  const timed = async (work: () => Promise<void>): Promise<Harmed> => {
    const began = performance.now();
    await work();
    return { backAfterMs: performance.now() - began };
  };

  const kill = () =>
    alone(world.targets, ({ process }) =>
      timed(async () => {
        await process.kill();
        await revive(process);
      }),
    );
  const roll = () =>
    alone(world.targets, async ({ process }) => {
      await process.stop();
      await revive(process);
    });
  const freeze = () =>
    alone(world.targets, async ({ process }) => {
      process.pause();
      await pause(between(300, 6000));
      process.resume();
    });
  const breakWay = async (way: CuttableProxy) => {
    const how = oneOf(['cut', 'down', 'stall'] as const);
    if (how === 'down') await way.down();
    if (how === 'stall') way.stall();
    await pause(how === 'cut' ? 0 : between(300, 5000));
    if (how === 'down') await way.up();
    // A stalled connection stays stalled, so it is cut at the end.
    else way.cut();
  };
  const cut = () =>
    alone(world.targets, async ({ ways }) => {
      const way = oneOf(ways);
      if (way) await breakWay(way);
    });
  const cutOutside = () => alone(world.outside, breakWay);
  const jumpClock = () =>
    alone(world.targets, async ({ jumpClock: jump }) => {
      jump();
      await pause(between(1000, 8000));
      jump();
    });
  const restartServer = (name: 'broker' | 'database') => () =>
    alone([world[name]], (server) =>
      timed(async () => {
        await server.kill();
        await server.restart();
      }),
    );
  /** Acts like a disk that cannot keep up: the database stops and goes on several times a second. */
  const slowDisk = () =>
    alone([world.database], async (database) => {
      for (const until = performance.now() + between(1000, 4000); performance.now() < until; await pause(150)) {
        database.pause();
        await pause(250);
        database.resume();
      }
    });
  const fullDisk = () =>
    alone([world.database], async (database) => {
      await world.disk?.fill();
      await pause(between(1000, 4000));
      await world.disk?.empty();
      // Postgres ends itself when it cannot write its write-ahead log.
      await database.restart();
    });
  const paypal = async () => {
    const [operation, fault] = [oneOf(['create', 'get', 'capture']) ?? 'get', oneOf(PAYPAL_FAULTS) ?? 'error-500'];
    world.paypal.addFault({ operation, fault, ms: 5000 });
    return {};
  };
  const refuseMail = () =>
    alone([world.inbox], async (inbox) => {
      inbox.setRefusing(true);
      await pause(between(500, 5000));
      inbox.setRefusing(false);
    });

  return [
    { name: 'kills of a process', weight: 60, strike: kill },
    { name: 'rolls of a process', weight: 6, strike: roll },
    { name: 'pauses of a process', weight: 12, strike: freeze },
    { name: 'cuts of a connection', weight: 20, strike: cut },
    { name: 'cuts of PayPal or mail', weight: 6, strike: cutOutside },
    { name: 'jumps of a clock', weight: 5, strike: jumpClock },
    { name: 'kills of RabbitMQ', weight: 1, strike: restartServer('broker') },
    { name: 'kills of Postgres', weight: 1, strike: restartServer('database') },
    { name: 'slow disks', weight: 3, strike: slowDisk },
    { name: 'full disks', weight: world.disk ? 1 : 0, strike: fullDisk },
    { name: 'faults of PayPal', weight: 12, strike: paypal },
    { name: 'refusals of mail', weight: 3, strike: refuseMail },
  ];
}

/** Chooses a fault at random, by its weight. */
export function choose(faults: readonly Fault[], random: Random): Fault {
  let weightLeft = random() * faults.reduce((sum, { weight }) => sum + weight, 0);
  const fault = faults.find(({ weight }) => (weightLeft -= weight) < 0);
  if (!fault) throw new Error('No fault can be chosen.');
  return fault;
}
