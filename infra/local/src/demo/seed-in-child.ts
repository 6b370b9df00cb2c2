import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import type { DemoAccounts } from '../kept/demo-file';
import type { SeedJob, SeedNews } from './seed-process';

/**
 * Fills the shop with the demo in a process of its own, which ends with all the memory that rendered sounds and covers took.
 * @param say gets each line about the progress
 * @returns the accounts to log in with
 * @throws Error with the message of what failed there
 */
export async function seedInChild(job: SeedJob, say: (line: string) => void): Promise<DemoAccounts> {
  const extension = extname(__filename);
  const child = fork(join(__dirname, `seed-process${extension}`), {
    execArgv: extension === '.ts' ? ['--conditions=source', '--require', 'tsx/cjs'] : [],
  });
  // The last message may arrive after the exit, but never after the channel is closed.
  const exit = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  let accounts: DemoAccounts | undefined;
  let failure = 'The process that fills the shop with the demo ended too early.';
  child.on('message', (news: SeedNews) => {
    if ('line' in news) say(news.line);
    else if ('accounts' in news) accounts = news.accounts;
    else failure = news.failure;
  });
  child.send(job);
  await exit;
  if (!accounts) throw new Error(failure);
  return accounts;
}
