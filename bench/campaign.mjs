import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../infra/local/ensure-installed.mjs';

/** Runs the campaign of test/campaign, which is TypeScript, on the built parts. Answers whether nothing was lost, doubled or wrong. */
export async function run() {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  const args = [tsx, '-C', 'source', 'test/campaign/main.ts'];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;
}
