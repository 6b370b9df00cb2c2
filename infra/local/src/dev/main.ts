import { join } from 'node:path';
import { runShop } from '../run-shop';
import { loadAgain } from './load-again';
import { createReloader } from './reloader';

const ROOT = join(__dirname, '..', '..', '..', '..');
const folderOf = (name: string) => (name === 'gateway' ? join(ROOT, name) : join(ROOT, 'services', name));

/** Runs the shop from its source for infra/local/dev.mjs, which sends the names of changed parts; those parts are reloaded. */
const reloader = createReloader(
  (name) => loadAgain(folderOf(name)),
  (line) => void process.stdout.write(`${line}\n`),
);
process.env.CHECK_ANSWERS ||= '1';
const shopStart = runShop(reloader.launch);
process.on('message', (names: string[]) => void shopStart.then(() => names.forEach((name) => void reloader.reload(name))));
