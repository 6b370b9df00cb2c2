import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, buildOnChange } from './build.mjs';
import { ensureInstalled, requireNode, root } from './ensure-installed.mjs';

const usage = `npm start -- [--reset] [--no-demo]
  --reset    start over: forget every account, product and order
  --no-demo  start with an empty shop
npm run dev    the same, rebuilt and started again on every change`;

requireNode();
const flags = process.argv.slice(2);
const unknown = flags.find((flag) => !['--reset', '--no-demo', '--watch'].includes(flag));
if (unknown) stop(unknown === '--help' ? usage : `${unknown} is not known here.\n${usage}`, unknown === '--help' ? 0 : 1);
if (flags.includes('--watch') && flags.includes('--reset'))
  stop('Start over first (npm start -- --reset), then run npm run dev.', 1);

const settings = join(root, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);
ensureInstalled();
if (!(await build())) stop('The build failed; what is wrong stands above.', 1);
const main = join(root, 'infra/local/dist/main.js');
if (flags.includes('--watch')) watch(flags.filter((flag) => flag !== '--watch'));
else await import(pathToFileURL(main).href);

/** Node's own watch mode starts the shop again whenever a file that it loaded is written. */
function watch(passedOn) {
  const shop = spawn(process.execPath, ['--watch', '--watch-preserve-output', main, ...passedOn], { stdio: 'inherit' });
  const children = [shop, ...buildOnChange()];
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => children.forEach((child) => child.kill('SIGTERM')));
  shop.on('exit', (code) => {
    children.forEach((child) => child.kill('SIGTERM'));
    process.exitCode = code ?? 0;
  });
}

function stop(sentence, code) {
  (code === 0 ? console.log : console.error)(sentence);
  process.exit(code);
}
