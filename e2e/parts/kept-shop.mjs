import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs a shop as a server does: one that is killed is started again. The number of its process is in a file beside its data.
 * `DATA_DIR=<folder> node kept-shop.mjs`
 */
const program = join(import.meta.dirname, '../../infra/local/dist/main.js');

function start() {
  const shop = spawn(process.execPath, [program], { stdio: 'inherit' });
  writeFileSync(`${process.env.DATA_DIR}.pid`, String(shop.pid));
  shop.once('exit', (code, signal) => {
    if (signal !== 'SIGKILL') process.exit(code ?? 1);
    console.log('The shop was killed, and is started again.');
    start();
  });
}

// The end of the run reaches the shop too, which stops in its own time.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {});
start();
