import { randomUUID } from 'node:crypto';
import { chmodSync, createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { checkedKey, type ObjectStorage } from './storage';

const TYPES: Record<string, string> = {
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
};

const OWN_FILE = { flush: true, mode: 0o600 };
const OWN_FOLDER = 0o700;
/** The end of an incomplete file's name, also in infra/local/src/ops/copy-tree.ts. */
const DRAFT = '.part';
const ABANDONED_AFTER_MS = 60 * 60_000;

/** Stores objects as files below a folder that no other user of the machine can read. An object appears whole or not at all. */
export function createFileStorage(root: string): ObjectStorage {
  const pathOf = (key: string) => join(root, checkedKey(key));
  closeToOthers(join(root, 'private'));
  return {
    async put(key, body) {
      const path = pathOf(key);
      const draft = `${path}.${randomUUID()}${DRAFT}`;
      await mkdir(dirname(path), { recursive: true, mode: OWN_FOLDER });
      try {
        // Closes the file before it fails, so that nothing can make the draft after it is removed.
        await writeFile(draft, body, OWN_FILE);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async stat(key) {
      const stats = await stat(pathOf(key)).catch(unlessAbsent(null));
      return stats?.isFile() ? { size: stats.size, contentType: TYPES[extname(key)] ?? 'application/octet-stream' } : null;
    },
    read: (key, range) => Promise.resolve(createReadStream(pathOf(key), range)),
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list(folder) {
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(unlessAbsent([]));
      const names = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(DRAFT)).map(({ name }) => name);
      for (const name of names.sort()) {
        const stats = await stat(join(root, folder, name)).catch(unlessAbsent(null));
        if (stats) yield { key: `${folder}/${name}`, size: stats.size };
      }
    },
    removeAbandoned: () => removeAbandoned(root),
  };
}

/** Answers `nothing` for an absent file or folder. @throws all other errors */
const unlessAbsent =
  <Nothing>(nothing: Nothing) =>
  (error: NodeJS.ErrnoException): Nothing => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return nothing;
    throw error;
  };

/** Removes the drafts of killed uploads below a folder: those that nobody has written to for an hour. */
async function removeAbandoned(root: string): Promise<void> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(unlessAbsent([]));
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile() && entry.name.endsWith(DRAFT))) {
    const draft = join(parentPath, name);
    const stats = await stat(draft).catch(unlessAbsent(null));
    if (stats && stats.mtimeMs < Date.now() - ABANDONED_AFTER_MS) await rm(draft, { force: true });
  }
}

/** Closes a folder to other users, because an earlier version may have written files there that everybody can read. */
function closeToOthers(folder: string) {
  try {
    chmodSync(folder, OWN_FOLDER);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
