import { chmod, chown, open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The text of a file; undefined when there is none. @throws Error that names an existing file that cannot be read */
export async function readKept(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${path} cannot be read (${code}). Let the account that runs the shop read it.`, { cause: error });
  }
}

/**
 * Writes a file whole or not at all, also when the power fails. It keeps the owner and mode of the replaced file, as far as this
 * process may give files away; only its owner can read a new file.
 */
export async function replaceKept(path: string, text: string): Promise<void> {
  const part = `${path}.part`;
  await writeFile(part, text, { flush: true, mode: 0o600 });
  const before = await stat(path).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  if (before) await takeAfter(part, before);
  await rename(part, path);
  await syncFolder(dirname(path));
}

const ON_WINDOWS = process.platform === 'win32';

/** Forces the content of a file to the disk. Windows asks for the right to write. */
export const syncFile = (path: string) => sync(path, ON_WINDOWS ? 'r+' : 'r');

/** What file systems say that cannot force a folder to the disk, such as those of some networks. */
const CANNOT = new Set(['EINVAL', 'EBADF', 'ENOTSUP', 'EPERM']);

/** Forces the names in a folder to the disk, where the file system can. Windows opens no folders. */
export async function syncFolder(path: string): Promise<void> {
  if (ON_WINDOWS) return;
  await sync(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (!CANNOT.has(error.code ?? '')) throw error;
  });
}

async function sync(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  await file.sync().finally(() => file.close());
}

async function takeAfter(path: string, { uid, gid, mode }: { uid: number; gid: number; mode: number }) {
  await chown(path, uid, gid).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error;
  });
  await chmod(path, mode & 0o777);
}
