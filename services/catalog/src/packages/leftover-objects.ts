import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import { PACKAGES_FOLDER } from './uploads/begin-upload';

const AT_ONCE = 200;

/** Removes the objects of files and uploads whose rows were deleted. It may run in several processes at once. */
export async function removeLeftoverObjects({ source, storage }: { source: DataSource; storage: ObjectStorage }): Promise<void> {
  while (true) {
    const leftovers = await source.query<{ key: string; upload: string | null }[]>(
      'SELECT object_key AS key, store_upload AS upload FROM package_leftovers WHERE due_at <= now() ORDER BY object_key LIMIT $1',
      [AT_ONCE],
    );
    for (const { key, upload } of leftovers) {
      if (upload !== null) await storage.uploads.abort({ key, upload });
      await storage.remove(key);
      await source.query('DELETE FROM package_leftovers WHERE object_key = $1', [key]);
    }
    if (leftovers.length < AT_ONCE) return;
  }
}

/**
 * Gives up uploads that the storage knows and no row does: their process died between the two. One that has just been begun is not
 * in its row yet, so only what is seen twice is removed.
 * @returns the task, which runs rarely
 */
export function strayUploadsRemover({ source, storage }: { source: DataSource; storage: ObjectStorage }) {
  let seenBefore = new Set<string>();
  return async () => {
    const strays = new Set<string>();
    for await (const object of storage.uploads.unfinished(PACKAGES_FOLDER)) {
      const rows = await source.query<unknown[]>('SELECT 1 FROM package_uploads WHERE object_key = $1 AND store_upload = $2', [
        object.key,
        object.upload,
      ]);
      if (rows.length > 0) continue;
      if (seenBefore.has(object.upload)) await storage.uploads.abort(object);
      strays.add(object.upload);
    }
    seenBefore = strays;
  };
}
