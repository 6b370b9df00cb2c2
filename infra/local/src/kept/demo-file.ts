import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readKept, replaceKept } from './kept-file';

export type Account = { email: string; password: string };
/** The accounts of the demo that the start prints. */
export type DemoAccounts = { buyer: Account; seller: Account };
/** What the data folder says of the demo: that it has begun to fill the shop, or the accounts of a shop that it has filled. */
type Kept = 'begun' | DemoAccounts;

const fileIn = (dataDir: string) => join(dataDir, 'demo.json');

export async function readDemo(dataDir: string): Promise<Kept | undefined> {
  const text = await readKept(fileIn(dataDir));
  return text === undefined ? undefined : (JSON.parse(text) as Kept);
}

export const keepDemo = (dataDir: string, kept: Kept) => replaceKept(fileIn(dataDir), JSON.stringify(kept));

/** Gives up a filling that has begun: the shop is used as it is from now on, and no later start goes on. */
export async function forgetBegunDemo(dataDir: string): Promise<void> {
  if ((await readDemo(dataDir)) === 'begun') await rm(fileIn(dataDir));
}
