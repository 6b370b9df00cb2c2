import { join } from 'node:path';
import { startCuttableProxy, type CuttableProxy } from '@shop/runtime/testing';
import { startServiceProcess } from '../../infra/local/src/testing/service-process';
import { SERVICES } from '../load/running-shop';
import type { PartName } from '../replicas/shop-of-processes';
import type { Target } from './faults';

/** The folder of another build, which every second process of the services then runs: an older release beside this one. */
const OLDER = process.env.CAMPAIGN_OLDER;
const JUMP_MS = 7 * 60_000;

/** Where a process connects to: its database, the broker, and the services behind a gateway. */
const WAYS = new Set(['DATABASE_URL', 'AMQP_URL', ...SERVICES.map((name) => `${name.toUpperCase()}_URL`)]);

const started: Partial<Record<PartName, number>> = {};

/** Starts a process whose connections all go through proxies that can be cut, and whose clock can be set. */
export async function launchTarget(part: PartName, env: Record<string, string>): Promise<Target> {
  const index = (started[part] = (started[part] ?? 0) + 1);
  const ways: CuttableProxy[] = [];
  const through = async (address: string): Promise<string> => {
    const url = new URL(address);
    const proxy = await startCuttableProxy(Number(url.port));
    ways.push(proxy);
    url.port = String(proxy.port);
    return url.href.replace(/\/$/, '');
  };
  const variables = Object.entries(env).map(
    async ([name, value]) => [name, WAYS.has(name) ? (await Promise.all(value.split(',').map(through))).join() : value] as const,
  );
  const isSecond = index % 2 === 0;
  const process = await startServiceProcess(
    part,
    { ...Object.fromEntries(await Promise.all(variables)), CLOCK_JUMP_MS: String(isSecond ? JUMP_MS : -JUMP_MS) },
    {
      execArgv: ['--require', join(__dirname, 'jumping-clock.cjs')],
      ...(OLDER !== undefined && isSecond && part !== 'gateway' ? { root: OLDER } : {}),
    },
  );
  return { part, process, ways, jumpClock: () => process.signal('SIGUSR2') };
}
