import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Ends the process with one clear sentence on a Node that is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `This needs Node 20.19 or newer; this is Node ${process.versions.node}. Get a newer one from https://nodejs.org.`,
  );
  process.exit(1);
}

/** Runs `npm ci` unless node_modules holds exactly what package-lock.json asks for. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing packages (some minutes the first time) …');
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [command, ...args] = [...npm, 'ci', '--include=dev', '--no-audit', '--no-fund'];
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: npm.length === 1 && process.platform === 'win32',
  });
  if (status === 0) return;
  console.error('The packages could not be installed; npm says why above.');
  process.exit(1);
}

/** npm writes its own record of the tree last, so an interrupted installation has none. Packages for other platforms may be absent. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional }]) => {
    const installed = path.startsWith('node_modules/') || path.includes('/node_modules/');
    return !installed || link || optional || devOptional || present[path]?.version === version;
  });
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}
