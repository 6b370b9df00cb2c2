// `npm run ops -- <command>` runs an operator's command on this machine, while the shop runs or is stopped.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ensureInstalled, requireNode, root } from './ensure-installed.mjs';

requireNode();
const settings = join(root, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);
ensureInstalled();
if (!(await build())) {
  console.error('The build failed; what is wrong stands above.');
  process.exit(1);
}
await import(pathToFileURL(join(root, 'infra/local/dist/ops/main.js')).href);
