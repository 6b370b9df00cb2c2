import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../infra/local/ensure-installed.mjs';

/**
 * Runs the campaign of test/campaign, which is written in TypeScript, against the built parts.
 * @returns whether every invariant held after each round
 */
export async function run() {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  const args = [tsx, '-C', 'source', 'test/campaign/main.ts'];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;
}
