import { spawn } from 'node:child_process';
import { root } from '../infra/local/ensure-installed.mjs';
import { exitCodeOf } from './shop.mjs';

/**
 * Runs the campaign of test/campaign, which is written in TypeScript, against the built parts.
 * @returns whether every invariant held after each round
 */
export async function run() {
  const args = ['--import', 'tsx', '--conditions=source', 'test/campaign/main.ts'];
  return (await exitCodeOf(spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }))) === 0;
}
