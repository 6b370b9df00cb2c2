import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { buildOnChange, workspaces } from './build.mjs';
import { root } from './ensure-installed.mjs';
import { watchSources } from './watch.mjs';

const sourceOfShop = ['--require', createRequire(import.meta.url).resolve('tsx/cjs'), '--conditions=source'];
const entry = join(root, 'infra/local/src/dev/main.ts');
const env = { ...process.env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json') };

/**
 * Runs the shop from its source while the compilers check it and rebuild the pages. A changed service or gateway is reloaded alone;
 * new pages reload the gateway. After a change elsewhere (packages, infra), or a failure of the shop, all of it starts again.
 * `nodeFlags`, such as `--inspect`, are for the process that all parts share.
 */
export function develop(flags, nodeFlags) {
  let stopping = false;
  let again = false;
  let shop;
  const reload = (names) => void (shop?.connected && shop.send(names));
  // The gateway holds the pages in memory. While the build writes them some are absent, and a shop that starts just then would end.
  const compilers = buildOnChange(() => (shop === null ? begin() : reload(['gateway'])));
  const begin = () => {
    again = false;
    const program = [...nodeFlags, ...sourceOfShop, entry, ...flags];
    shop = spawn(process.execPath, program, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    shop.on('exit', (code) => {
      if (again && !stopping) return begin();
      if (stopping || code === 0) return end(code ?? 0);
      shop = null;
      console.error('\nThe shop has ended; it starts again when a file is saved.');
    });
  };
  const end = (code) => {
    compilers.forEach((compiler) => compiler.kill('SIGTERM'));
    process.exit(code);
  };

  begin();
  watchSources(workspaces(), (folders) => {
    const names = folders.map(partIn);
    if (!shop) return begin();
    if (!names.includes(null)) return reload(names);
    if (again) return;
    again = true;
    console.log(`\n${relative(root, folders[names.indexOf(null)])} has changed: all of the shop starts again.`);
    shop.kill('SIGTERM');
  });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      stopping = true;
      if (shop) shop.kill('SIGTERM');
      else end(0);
    });
  }
}

/** The service or the gateway that a folder belongs to; null for a folder that several parts share. */
function partIn(folder) {
  const [first, second] = relative(root, folder).split(sep);
  if (first === 'services') return second;
  return first === 'gateway' ? first : null;
}
