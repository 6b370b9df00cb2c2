import { join } from 'node:path';
import { startCuttableProxy, type CuttableProxy } from '@shop/runtime/testing';
import { startServiceProcess } from '../../infra/local/src/testing/service-process';
import { SERVICES } from '../load/running-shop';
import type { PartName } from '../replicas/shop-of-processes';
import type { Target } from './faults';

/** The folder of an older build. When it is set, every second process of each service runs that build. */
const OLDER = process.env.CAMPAIGN_OLDER;
const JUMP_MS = 7 * 60_000;

/** The variables with the addresses that a process connects to: its database, the broker, and a gateway's services. */
const WAYS = new Set(['DATABASE_URL', 'AMQP_URL', ...SERVICES.map((name) => `${name.toUpperCase()}_URL`)]);

const started: Partial<Record<PartName, number>> = {};

/** Starts a process whose connections run through proxies that can cut them, and whose clock can be made to jump. */
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
