import { randomUUID } from 'node:crypto';
import { chmodSync, createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { checkedKey, LostUpload, type GrowingObject, type ObjectStorage, type ObjectUploads, type StoredPart } from './storage';

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
/** The end of the name of a file that grows by parts. Its owner may rest for two days, and then removes it. */
const GROWING = `.upload${DRAFT}`;
const GROWING_ABANDONED_AFTER_MS = 72 * 60 * 60_000;
const PART_BYTES = 4 * 1024 * 1024;

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
    uploads: uploadsIn(root),
    place: { folder: root },
    removeAbandoned: () => removeAbandoned(root),
  };
}

/** Uploads in parts: one file that grows beside its object's place, so that the object is made by a new name and not by a copy. */
function uploadsIn(root: string): ObjectUploads {
  const pathOf = (key: string) => join(root, checkedKey(key));
  const draftOf = ({ key, upload }: GrowingObject) => `${pathOf(key)}.${checkedUpload(upload)}${GROWING}`;
  return {
    partBytes: PART_BYTES,
    leastPartBytes: 1,
    async begin(key) {
      const upload = randomUUID();
      await mkdir(dirname(pathOf(key)), { recursive: true, mode: OWN_FOLDER });
      await writeFile(draftOf({ key, upload }), '', OWN_FILE);
      return upload;
    },
    async writePart(object, parts, body) {
      await inFile(draftOf(object), async (file) => {
        await refuseIfShort(file, parts);
        await writeWhole(file, body, sizeOf(parts));
        await file.datasync();
      }).catch(lostIfAbsent(dirname(draftOf(object))));
      return { etag: '', size: body.length };
    },
    async finish(object, parts) {
      const draft = draftOf(object);
      const isFinished = await inFile(draft, async (file) => {
        await refuseIfShort(file, parts);
        // A part that was killed may have left bytes behind the last one.
        await file.truncate(sizeOf(parts));
        await file.sync();
        return false;
      }).catch(unlessAbsent(true));
      if (isFinished) {
        const stats = await stat(pathOf(object.key)).catch(lostIfAbsent(dirname(draft)));
        if (stats.size !== sizeOf(parts)) throw new Error('A finished upload has another size than its parts');
        return;
      }
      await rename(draft, pathOf(object.key));
      await inFile(dirname(draft), (folder) => folder.sync(), 'r');
    },
    abort: (object) => rm(draftOf(object), { force: true }),
    async *unfinished(folder) {
      const names = await readdir(join(root, folder)).catch(unlessAbsent([]));
      for (const name of names.filter((draft) => draft.endsWith(GROWING)).sort()) {
        const own = name.slice(0, -GROWING.length);
        const dot = own.lastIndexOf('.');
        yield { key: `${folder}/${own.slice(0, dot)}`, upload: own.slice(dot + 1) };
      }
    },
  };
}

const sizeOf = (parts: readonly StoredPart[]) => parts.reduce((sum, { size }) => sum + size, 0);

/** @throws LostUpload when bytes are missing that were written before */
async function refuseIfShort(file: FileHandle, parts: readonly StoredPart[]): Promise<void> {
  if ((await file.stat()).size < sizeOf(parts)) throw new LostUpload();
}

/** An absent file is lost if its folder is there; without that, the disk is away. */
const lostIfAbsent =
  (folder: string) =>
  async (error: NodeJS.ErrnoException): Promise<never> => {
    if (error.code !== 'ENOENT') throw error;
    throw (await stat(folder).catch(() => null)) ? new LostUpload() : error;
  };

/** @throws Error for a name that `begin` has not given */
function checkedUpload(upload: string): string {
  if (!/^[0-9a-f-]{36}$/.test(upload)) throw new Error('Not an upload');
  return upload;
}

async function inFile<Result>(path: string, work: (file: FileHandle) => Promise<Result>, flags = 'r+'): Promise<Result> {
  const file = await open(path, flags);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** Writes all bytes at a place of a file; the system may take fewer at a time. */
async function writeWhole(file: FileHandle, body: Buffer, position: number) {
  for (let writtenBytes = 0; writtenBytes < body.length;)
    writtenBytes += (await file.write(body, writtenBytes, body.length - writtenBytes, position + writtenBytes)).bytesWritten;
}

/** Answers `nothing` for an absent file or folder. @throws all other errors */
const unlessAbsent =
  <Nothing>(nothing: Nothing) =>
  (error: NodeJS.ErrnoException): Nothing => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return nothing;
    throw error;
  };

/** Removes the drafts below a folder that nobody has written to for an hour, or for three days when they grow by parts. */
async function removeAbandoned(root: string): Promise<void> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(unlessAbsent([]));
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile() && entry.name.endsWith(DRAFT))) {
    const draft = join(parentPath, name);
    const stats = await stat(draft).catch(unlessAbsent(null));
    const restsFor = name.endsWith(GROWING) ? GROWING_ABANDONED_AFTER_MS : ABANDONED_AFTER_MS;
    if (stats && stats.mtimeMs < Date.now() - restsFor) await rm(draft, { force: true });
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
