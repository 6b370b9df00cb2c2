import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { byPsql } from '../load/psql';
import { SERVICES, type RunningShop } from '../load/running-shop';

const run = promisify(execFile);

export const DEPLOYED = ['gateway', ...SERVICES] as const;
export const SERVERS = ['postgres', 'rabbitmq', 'minio'] as const;

/** A variable with a fact of the installed shop. @throws Error that names it */
function requireVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: docs/kubernetes.md#a-trial says how a cluster is tried.`);
  return value;
}

/** Runs `kubectl` in the shop's namespace. @throws Error with its output */
const kubectl = async (...args: string[]): Promise<string> =>
  (await run('kubectl', ['--namespace', 'shop', ...args], { maxBuffer: 2 ** 28 })).stdout;

/** Waits until all replicas of a Deployment or StatefulSet are ready. @throws Error after ten minutes */
export const ready = (workload: string) => kubectl('rollout', 'status', workload, '--timeout=10m');

export const scale = (part: string, replicas: number) =>
  kubectl('scale', `deployment/shop-${part}`, `--replicas=${replicas}`).then(() => ready(`deployment/shop-${part}`));

/** Replaces every pod of a part, as an upgrade does. */
export async function roll(part: string): Promise<void> {
  await kubectl('rollout', 'restart', `deployment/shop-${part}`);
  await ready(`deployment/shop-${part}`);
}

/** Kills one pod of a part, and does not wait for it to end. */
export async function killOne(part: string): Promise<void> {
  const pods = await kubectl('get', 'pods', '--selector', `app.kubernetes.io/name=${part}`, '--output', 'name');
  const [one] = pods.trim().split('\n').toSorted();
  await kubectl('delete', one!, '--grace-period=0', '--force');
}

/** The installed shop: its address for visitors, and its databases. */
export const running = (): RunningShop => ({
  url: requireVariable('CLUSTER_SHOP_URL'),
  simulatorUrl: requireVariable('CLUSTER_SIMULATOR_URL'),
  ...byPsql((...command) => kubectl('exec', 'postgres-0', '--', ...command)),
});

export const inbox = () => requireVariable('CLUSTER_INBOX_URL');
