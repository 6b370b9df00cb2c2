import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Dependencies = Record<string, string>;
type Lock = { packages: Record<string, { resolved?: string; link?: boolean; optionalDependencies?: Dependencies }> };

const root = join(__dirname, '../..');
const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T;
const { packages } = read<Lock>('package-lock.json');
const workspaces = Object.keys(packages).filter((path) => !path.includes('node_modules/'));

const asked = workspaces.flatMap((workspace) => {
  const { dependencies, devDependencies } = read<Record<string, Dependencies | undefined>>(join(workspace, 'package.json'));
  return Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => ({ workspace, name, version }));
});

test('every package is asked for by its exact version', () => {
  expect(workspaces.length).toBeGreaterThan(15);
  expect(asked.filter(({ version }) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('all workspaces ask for the same version of a package', () => {
  const versions = new Map(asked.map(({ name, version }) => [name, version]));
  expect(asked.filter(({ name, version }) => versions.get(name) !== version)).toEqual([]);
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
