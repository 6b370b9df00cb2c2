import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, chown, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFile, syncFolder } from '../kept/kept-file';

/** Copies are for their owner alone, whatever the rights of their sources are. */
const OWN = { file: 0o600, folder: 0o700 };

type CopySize = { files: number; bytes: number };
/**
 * Copies a file.
 * @returns false when it has disappeared
 */
type CopyFile = (from: string, to: string) => Promise<boolean>;
type Options = { leaveOut?: (path: string) => boolean; copy?: CopyFile; owner?: Owner };
export type Owner = { uid: number; gid: number };

/**
 * Copies a folder that may change meanwhile: disappearing files are left out. `leaveOut` gets the path below the folder.
 * @returns how much was copied
 */
export async function copyTree(
  from: string,
  to: string,
  { leaveOut = () => false, copy = replaceFile, owner, below = '' }: Options & { below?: string } = {},
): Promise<CopySize> {
  const totals = { files: 0, bytes: 0 };
  await mkdir(to, { recursive: true, mode: OWN.folder });
  if (owner) await chown(to, owner.uid, owner.gid);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (leaveOut(path)) continue;
    if (entry.isDirectory()) {
      const inner = await copyTree(source, target, { leaveOut, copy, owner, below: path });
      totals.files += inner.files;
      totals.bytes += inner.bytes;
    } else if (entry.isFile() && (await copy(source, target))) {
      if (owner) await chown(target, owner.uid, owner.gid);
      totals.files += 1;
      totals.bytes += (await stat(target)).size;
    }
  }
  return totals;
}

async function replaceFile(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await chmod(to, OWN.file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Copies an object to where objects may be read: it appears whole or not at all, and stays as it is when it is there, because objects
 * never change. What a kill leaves is named like an upload's remains, which the storage removes.
 */
export async function addFile(from: string, to: string): Promise<boolean> {
  const there = await stat(to).catch(() => null);
  if (there?.size === (await stat(from)).size) return true;
  const draft = `${to}.${randomUUID()}.part`;
  try {
    await copyFile(from, draft, constants.COPYFILE_FICLONE);
    await chmod(draft, OWN.file);
    await syncFile(draft);
    await rename(draft, to);
    return true;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Renames a finished folder, once the disk has all of it: nothing older may go before. */
export async function putInPlace(from: string, to: string): Promise<void> {
  await syncTree(from);
  await rename(from, to);
  await syncFolder(dirname(to));
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else await syncFile(path);
  }
  await syncFolder(folder);
}
