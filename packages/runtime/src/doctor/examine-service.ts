import { mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { examineBroker } from '@shop/messaging';
import type { Schema } from '../database/database';
import { examineDatabase } from './examine-database';
import { guessable, passwordIn } from './guessable';

type ServiceConfig = Parameters<typeof examineDatabase>[0] & {
  AMQP_URL?: string;
  OPS_TOKEN?: readonly string[];
  RATE_LIMIT_SCALE: number;
};

/**
 * Examines the variables that every service has.
 * @returns the problems, in sentences
 */
export async function examineService(config: ServiceConfig, schema: Schema, timeZone?: string): Promise<string[]> {
  const { AMQP_URL, OPS_TOKEN, RATE_LIMIT_SCALE } = config;
  const answers = await Promise.all([examineDatabase(config, schema, timeZone), AMQP_URL ? examineBroker(AMQP_URL) : []]);
  return [
    ...guessable({ AMQP_URL: passwordIn(AMQP_URL), OPS_TOKEN: OPS_TOKEN?.[0] }),
    ...(OPS_TOKEN ? [] : ['OPS_TOKEN is not set: no operator can put parked messages back or ask the service for its facts.']),
    ...(RATE_LIMIT_SCALE > 10
      ? [`RATE_LIMIT_SCALE=${RATE_LIMIT_SCALE} lifts every limit so far that none holds anybody back. Leave it at 1.`]
      : []),
    ...answers.flat(),
  ];
}

/**
 * Tries to write into the folder that the variable `name` sets; a missing one is `examineDisk`'s to tell.
 * @returns a sentence when nothing can be written there
 */
export async function examineWriting(name: string, folder: string): Promise<string[]> {
  try {
    await rmdir(await mkdtemp(join(folder, 'doctor-')));
    return [];
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    return [
      `${name}: nothing can be written into the folder (${code}). Give it to the service's account, on a disk that takes files.`,
    ];
  }
}

const FREE_AT_LEAST = 0.1;

/**
 * Examines the disk of a folder, which the variable `name` sets.
 * @returns a sentence when it is nearly full or unreadable
 */
export async function examineDisk(name: string, folder: string): Promise<string[]> {
  try {
    return faultsOfDisk(name, await statfs(folder));
  } catch (error) {
    const { code } = error as { code?: string };
    return [`${name}: there is no folder to look into (${code}). Make it, and let the service's account write there.`];
  }
}

type Disk = { bavail: number; blocks: number; bsize: number };

/**
 * Judges a disk of `blocks` blocks of `bsize` bytes, `bavail` of them free.
 * @returns the problems, in sentences
 */
export function faultsOfDisk(name: string, { bavail, blocks, bsize }: Disk): string[] {
  const free = bavail / blocks;
  if (free >= FREE_AT_LEAST) return [];
  const gigabytes = ((bavail * bsize) / 1e9).toFixed(1);
  return [`${name}: the disk has ${Math.floor(free * 100)} % left (${gigabytes} GB). Make room before writing stops.`];
}

/** Whether an address leads to the machine that opens it. */
export function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname);
}

/** Whether a mail address belongs to an example domain, which receives no mail. */
export const isOfExample = (address: string): boolean => /@([\w-]+\.)*example(\.(com|org|net))?(?![\w.-])/.test(address);

/**
 * Examines the public address and the mode.
 * @returns the problems, in sentences
 */
export function examineAddress({ PUBLIC_URL, NODE_ENV }: { PUBLIC_URL: string; NODE_ENV?: string }): string[] {
  const { protocol } = new URL(PUBLIC_URL);
  const local = isLocal(PUBLIC_URL);
  const production = NODE_ENV === 'production';
  return [
    ...(protocol !== 'https:' && !local
      ? [
          'PUBLIC_URL is not https: passwords and sessions cross the network in the clear. Put TLS in front, and name its address.',
        ]
      : []),
    ...(!production && NODE_ENV !== undefined && protocol === 'https:' && !local
      ? ['NODE_ENV is not production: rules that protect what the internet can reach are relaxed. Set it to production.']
      : []),
  ];
}
