import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readKept, replaceKept } from './kept-file';

export type Account = { email: string; password: string };
/** `packages`: the demo's tracks do not have all their files yet. */
export type DemoAccounts = { buyer: Account; seller: Account; packages?: 'due' };
/** The data folder's note about the demo: it has begun to fill the shop, or it has filled it for these accounts. */
type DemoNote = 'begun' | DemoAccounts;

const fileIn = (dataDir: string) => join(dataDir, 'demo.json');

export async function readDemo(dataDir: string): Promise<DemoNote | undefined> {
  const text = await readKept(fileIn(dataDir));
  return text === undefined ? undefined : (JSON.parse(text) as DemoNote);
}

export const saveDemo = (dataDir: string, demo: DemoNote) => replaceKept(fileIn(dataDir), JSON.stringify(demo));

/** Gives up a filling that has begun: no later start continues it. */
export async function forgetBegunDemo(dataDir: string): Promise<void> {
  if ((await readDemo(dataDir)) === 'begun') await rm(fileIn(dataDir));
}
