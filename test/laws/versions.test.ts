import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Dependencies = Record<string, string>;
type Lock = { packages: Record<string, { resolved?: string; link?: boolean; optionalDependencies?: Dependencies }> };

const root = join(__dirname, '../..');
const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T;
const { packages } = read<Lock>('package-lock.json');
const workspaces = Object.keys(packages).filter((path) => !path.includes('node_modules/'));

const requestedVersions = workspaces.flatMap((workspace) => {
  const { dependencies, devDependencies } = read<Record<string, Dependencies | undefined>>(join(workspace, 'package.json'));
  return Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => ({ workspace, name, version }));
});

test('every package is asked for by its exact version', () => {
  expect(workspaces.length).toBeGreaterThan(15);
  expect(requestedVersions.filter(({ version }) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('all workspaces ask for the same version of a package', () => {
  const versions = new Map(requestedVersions.map(({ name, version }) => [name, version]));
  expect(requestedVersions.filter(({ name, version }) => versions.get(name) !== version)).toEqual([]);
});

test('package-lock.json names no address of a registry', () => {
  const resolved = Object.entries(packages).filter(([, { resolved, link }]) => resolved !== undefined && !link);
  expect(resolved).toEqual([]);
});

test('package-lock.json has what every platform needs, not only the one where it was written', () => {
  const there = new Set(
    Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  const absent = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !there.has(name))
      .map((name) => `${name}, which ${path} asks for`),
  );
  expect(absent).toEqual([]);
});

/** The message of `npm start` on a Node of this version; empty where it starts. */
function refusalOn(version: string) {
  const script = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
    (await import(${JSON.stringify(join(root, 'infra/local/ensure-installed.mjs'))})).requireNode();`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  return status === 0 ? '' : stderr.trim();
}

test.each([
  ['20.18.3', 'is refused'],
  ['20.19.0', 'runs'],
  ['21.7.3', 'is refused'],
  ['22.12.0', 'is refused'],
  ['22.13.0', 'runs'],
  ['23.11.0', 'is refused'],
  ['24.0.0', 'runs'],
  ['26.1.0', 'runs'],
])('npm start on Node %s %s', (version, does) => {
  expect(refusalOn(version)).toEqual(
    does === 'runs' ? '' : expect.stringMatching(new RegExp(`This needs Node .*; this is Node ${version}\\.`)),
  );
});

test('package.json and its lock file name the versions of Node that npm start runs on', () => {
  const named = read<{ engines: { node: string } }>('package.json').engines.node;
  expect(named).toBe('^20.19.0 || ^22.13.0 || >=24.0.0');
  expect(packages['']).toMatchObject({ engines: { node: named } });
});
