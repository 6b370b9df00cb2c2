import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { ensureInstalled, requireNode, root } from './ensure-installed.mjs';

const usage = `npm start -- [--reset] [--no-demo]
  --reset    start over: forget every account, product and order
  --no-demo  leave a new shop empty
npm run dev -- [--inspect]    the same from the source: a changed service is reloaded alone
  --inspect  let a debugger attach, at port 9229`;

/**
 * Has glibc hand free memory back; other systems ignore it. It is read before a program begins. Without it, every thread that draws
 * covers or reads recordings keeps what it once needed: some 180 MB in all after the demo.
 */
const FREE_MEMORY_GOES_BACK = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };

requireNode();
endWithNpm();
const flags = process.argv.slice(2);
const unknown = flags.find((flag) => !['--reset', '--no-demo', '--watch', '--inspect'].includes(flag));
if (unknown) stop(unknown === '--help' ? usage : `${unknown} is not known here.\n${usage}`, unknown === '--help' ? 0 : 1);
if (flags.includes('--watch') && flags.includes('--reset'))
  stop('Start over first (npm start -- --reset), then run npm run dev.', 1);

if (flags.includes('--inspect') && !flags.includes('--watch')) stop('Only npm run dev takes --inspect.', 1);

const settings = join(root, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);
ensureInstalled();
if (!(await build())) stop('The build failed; what is wrong stands above.', 1);
if (flags.includes('--watch')) {
  const { develop } = await import('./dev.mjs');
  develop(
    flags.filter((flag) => !['--watch', '--inspect'].includes(flag)),
    flags.filter((flag) => flag === '--inspect'),
  );
} else run(flags);

/** Runs the built shop in a process of its own, which ends with this one. */
function run(args) {
  const shop = fork(join(root, 'infra/local/dist/main.js'), args, { env: { ...FREE_MEMORY_GOES_BACK, ...process.env } });
  shop.on('exit', (code) => process.exit(code ?? 1));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => shop.kill('SIGTERM'));
}

function stop(sentence, code) {
  (code === 0 ? console.log : console.error)(sentence);
  process.exit(code);
}
