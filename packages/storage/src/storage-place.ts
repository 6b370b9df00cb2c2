import { createWriteStream } from 'node:fs';
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkedKey, type ObjectStorage, type StoragePlace } from './storage';
import { createFileStorage } from './storage-files';
import { createMinioStorage } from './storage-minio';

/** Opens the storage at a place, as another thread does that was told where it is. */
export const openPlace = async (place: StoragePlace): Promise<ObjectStorage> =>
  'folder' in place ? createFileStorage(place.folder) : createMinioStorage(place);

/**
 * Gives an object as a file of this machine: the very file that is stored, or a copy in a new folder below `folder`, which is
 * removed when the work ends. Nothing may write to it.
 */
export async function asLocalFile<Result>(
  storage: ObjectStorage,
  key: string,
  folder: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const { place } = storage;
  if ('folder' in place) return work(join(place.folder, checkedKey(key)));
  await mkdir(folder, { recursive: true });
  const own = await mkdtemp(join(folder, 'object-'));
  try {
    const path = join(own, 'copy');
    await pipeline(await storage.read(key), createWriteStream(path, { mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
