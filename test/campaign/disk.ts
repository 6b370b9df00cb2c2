import { execFile } from 'node:child_process';
import { mkdir, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SIZE_MB = 3000;

/** A disk for the database only, so that it can be filled. */
export type Disk = { fill: () => Promise<void>; empty: () => Promise<void>; unmount: () => Promise<void> };

/** Mounts a disk in memory at `folder`; null where this account may not mount. */
export async function mountDisk(folder: string): Promise<Disk | null> {
  await mkdir(folder, { recursive: true });
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=711`, 'tmpfs', folder]).catch(() => null);
  if (!mounted) return null;
  const ballast = join(folder, 'ballast');
  return {
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(ballast, Buffer.alloc(0));
      // Fallocate reserves the room; setting only a file's length would leave the disk free.
      await run('fallocate', ['--length', String(bavail * bsize), ballast]).catch(() => truncate(ballast, 0));
    },
    empty: () => rm(ballast, { force: true }),
    unmount: async () => void (await run('umount', ['--lazy', folder])),
  };
}
