import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, trackedFiles } from '../files/repository-files';

/** Files that people write are smaller; nobody writes the packages' lock file by hand. */
const LARGEST_BYTES = 300_000;
const MAY_BE_LARGER = new Set(['package-lock.json']);

const tracked = trackedFiles();

test('no package, bundle or recording slips into the repository: every file is small', () => {
  expect(tracked).toContain('package.json');
  const sizeOf = (file: string) => statSync(join(root, file), { throwIfNoEntry: false })?.size ?? 0;
  expect(tracked.filter((file) => !MAY_BE_LARGER.has(file) && sizeOf(file) > LARGEST_BYTES)).toEqual([]);
});

test('CODEOWNERS names folders that are there, and every service and package', () => {
  const lines = readFileSync(join(root, '.github/CODEOWNERS'), 'utf8').split('\n');
  const patterns = lines.flatMap((line) => (line && !line.startsWith('#') ? [line.split(' ')[0] ?? ''] : []));
  const fits = (pattern: string) => pattern === '*' || tracked.some((file) => `/${file}`.startsWith(pattern));
  expect(patterns.filter((pattern) => !fits(pattern))).toEqual([]);
  const parts = new Set(tracked.flatMap((file) => /^(services|packages)\/[^/]+\//.exec(file)?.[0] ?? []));
  expect([...parts].filter((part) => !patterns.includes(`/${part}`))).toEqual([]);
});
