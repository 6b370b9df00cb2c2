import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './ensure-installed.mjs';

const record = join(root, 'node_modules/.cache/shop-build.json');
const compile = [join(root, 'infra/local/compile.mjs')];
const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '--watch', '--preserveWatchOutput'];
const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build'];

/**
 * Builds the services (compile.mjs) and the web pages (`vite build`) when their sources have changed since the last build. Prints
 * the compilers' errors; types are not checked.
 * @returns whether everything is built
 */
export async function build({ force = false } = {}) {
  const before = readRecord();
  const servers = fingerprint(serverSources());
  const web = fingerprint(webSources());
  const distMissing = workspaces().some((folder) => !existsSync(join(folder, 'dist')));
  const [serversBuilt, webBuilt] = await Promise.all([
    !force && !distMissing && before.servers === servers ? true : run('Building the services …', compile, root),
    !existsSync(join(root, 'web/src/main.tsx')) || (!force && existsSync(join(root, 'web/dist/index.html')) && before.web === web)
      ? true
      : run('Building the web pages …', vite, join(root, 'web')),
  ]);
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  writeFileSync(record, JSON.stringify({ servers: serversBuilt && servers, web: webBuilt && web }));
  return serversBuilt && webBuilt;
}

/**
 * Checks the services' types and rebuilds the web pages at every change, at a lower priority than other programs. Prints the
 * compilers' errors, and calls `onPages` when the pages have been built.
 * @returns the two processes
 */
export function buildOnChange(onPages) {
  const inBackground = (args, cwd, hear) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    createInterface({ input: child.stdout }).on('line', hear);
    return child;
  };
  const pretty = process.stdout.isTTY ? ['--pretty'] : [];
  return [
    inBackground([...tsc, ...pretty], root, (line) => {
      if (line.trim() && !/Starting compilation|File change detected|Found 0 errors/.test(line)) console.log(line);
    }),
    inBackground([...vite, '--watch'], join(root, 'web'), (line) => {
      if (/\bbuilt in\b/.test(line)) onPages();
    }),
  ];
}

function run(title, args, cwd) {
  console.log(title);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => {
      if (code !== 0) console.error(output);
      resolve(code === 0);
    });
  });
}

/** The workspaces that run in Node: src is compiled to dist. */
export const workspaces = () =>
  ['packages', 'services', 'infra']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name)))
    .concat(join(root, 'gateway'))
    .filter((folder) => existsSync(join(folder, 'src')));

const serverSources = () => [
  ...workspaces().map((folder) => join(folder, 'src')),
  ...['.swcrc', 'infra/local/compile.mjs', 'package-lock.json'].map((name) => join(root, name)),
];

const webSources = () => [
  ...['src', 'build', 'public', 'index.html', 'vite.config.ts', 'package.json'].map((name) => join(root, 'web', name)),
  join(root, 'packages/contracts/src'),
  join(root, 'package-lock.json'),
];

function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesIn)) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${relative(root, file)} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

/** The files of a folder, or the file itself, without tests. */
export function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function readRecord() {
  try {
    return JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    return {};
  }
}
