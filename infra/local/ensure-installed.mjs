import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Ends the process with one sentence on a Node that the packages do not allow, or that cannot require an ES module. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)) return;
  console.error(
    `This needs Node 20 from 20.19, Node 22 from 22.13, or Node 24 or newer; this is Node ${process.versions.node}. Get another one from https://nodejs.org.`,
  );
  process.exit(1);
}

/** Holds the hash of the installed package-lock.json. It lies in node_modules, so it disappears together with them. */
const record = 'node_modules/.installed-lock';

/** Runs `npm ci`, unless it has run for this package-lock.json or node_modules holds the locked packages. */
export function ensureInstalled() {
  const lock = createHash('sha256').update(read('package-lock.json')).digest('hex');
  if (read(record) === lock || holdsWhatIsLocked()) return;
  console.log('Installing packages (some minutes the first time) …');
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [command, ...args] = [...npm, 'ci', '--include=dev', '--no-audit', '--no-fund'];
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: npm.length === 1 && process.platform === 'win32',
  });
  if (status === 0) return writeFileSync(join(root, record), lock);
  console.error('The packages could not be installed; npm says why above.');
  process.exit(1);
}

/**
 * Whether node_modules holds every package of package-lock.json. npm writes its own record of the tree last, so an interrupted
 * installation has none. Packages for other platforms may be absent.
 */
function holdsWhatIsLocked() {
  const tree = read('node_modules/.package-lock.json');
  if (!tree) return false;
  const present = JSON.parse(tree).packages;
  return Object.entries(JSON.parse(read('package-lock.json')).packages).every(
    ([path, { version, link, optional, devOptional }]) => {
      const installed = path.startsWith('node_modules/') || path.includes('/node_modules/');
      return !installed || link || optional || devOptional || present[path]?.version === version;
    },
  );
}

/** @returns the file's text, empty for a missing file */
function read(file) {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return '';
  }
}
