import { join } from 'node:path';
import { runShop } from '../run-shop';
import { loadAgain } from './load-again';
import { createReloader } from './reloader';

const ROOT = join(__dirname, '..', '..', '..', '..');
const folderOf = (name: string) => (name === 'gateway' ? join(ROOT, name) : join(ROOT, 'services', name));

/** The shop from its source, as infra/local/dev.mjs runs it: told the names of the parts whose files have changed, it reloads them. */
const reloader = createReloader(
  (name) => loadAgain(folderOf(name)),
  (line) => void process.stdout.write(`${line}\n`),
);
process.env.CHECK_ANSWERS ??= '1';
const started = runShop(reloader.launch);
process.on('message', (names: string[]) => void started.then(() => names.forEach((name) => void reloader.reload(name))));
// nobody is left who would stop it
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
