import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(__dirname, '../..');

const listed = (...flags: string[]) =>
  execFileSync('git', ['ls-files', '-z', ...flags], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);

/** The committed files of the repository, by their paths from its root. */
export const trackedFiles = () => listed();

/** The files of the next commit: new ones too, without deleted ones. */
export const writtenFiles = () =>
  listed('--cached', '--others', '--exclude-standard').filter((file) => existsSync(join(root, file)));
