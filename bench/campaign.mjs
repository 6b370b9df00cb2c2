import { spawn } from 'node:child_process';
import { root } from '../infra/local/ensure-installed.mjs';
import { closedAtInterrupt } from './shop.mjs';

/**
 * Runs the campaign of test/campaign, which is written in TypeScript, against the built parts.
 * @returns whether every invariant held after each round
 */
export async function run() {
  const args = ['--import', 'tsx', '--conditions=source', 'test/campaign/main.ts'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const interrupt = async () => {
    child.kill('SIGINT');
    await exit;
  };
  return (await closedAtInterrupt(interrupt, exit)) === 0;
}
