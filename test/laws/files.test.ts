import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
/** What a person writes is smaller; the lock of the packages is not written by a person. */
const LARGEST_BYTES = 300_000;
const MAY_BE_LARGER = new Set(['package-lock.json']);

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);

test('no package, bundle or recording slips into the repository: every file is small', () => {
  expect(tracked).toContain('package.json');
  const sizeOf = (file: string) => statSync(join(root, file), { throwIfNoEntry: false })?.size ?? 0;
  expect(tracked.filter((file) => !MAY_BE_LARGER.has(file) && sizeOf(file) > LARGEST_BYTES)).toEqual([]);
});
