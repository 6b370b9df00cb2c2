import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource, EntityManager } from 'typeorm';
import { keysOfPages } from '../stores/seller.entity';

/** Longer than any upload takes. */
const UPLOAD_LASTS = '1 hour';

/**
 * Puts the pages of a document into the storage. Pages without `claimDocument` are removed after a while.
 * @returns their keys
 */
export async function storePages(
  { source, storage }: { source: DataSource; storage: ObjectStorage },
  pages: Buffer[],
): Promise<string[]> {
  const keys = keysOfPages(`private/sellers/verification/${randomUUID()}.webp`, pages.length);
  for (const [i, page] of pages.entries()) {
    const key = keys[i];
    assert(key, 'every page has its key');
    await announceDocument(source.manager, key);
    await storage.put(key, page, { size: page.length, contentType: 'image/webp' });
  }
  return keys;
}

const announceDocument = (db: EntityManager, key: string) =>
  db.query(`INSERT INTO stray_documents (key, remove_after) VALUES ($1, now() + $2::interval)`, [key, UPLOAD_LASTS]);

/** Keeps a page: it belongs to a store as soon as the transaction commits. */
export const claimDocument = (db: EntityManager, key: string) => db.query('DELETE FROM stray_documents WHERE key = $1', [key]);

/** Has a page removed after the transaction commits, because a failed transaction leaves a row that needs it. */
export const discard = (db: EntityManager, key: string) =>
  db.query(
    `INSERT INTO stray_documents (key, remove_after) VALUES ($1, now())
     ON CONFLICT (key) DO UPDATE SET remove_after = excluded.remove_after`,
    [key],
  );

/** Removes pages that belong to no store, from the storage and then from the list, so that an interrupted run is repeated. */
export async function removeStrayDocuments(source: DataSource, storage: ObjectStorage): Promise<void> {
  const rows = await source.query<{ key: string }[]>('SELECT key FROM stray_documents WHERE remove_after <= now() LIMIT 100');
  for (const { key } of rows) {
    await storage.remove(key);
    await claimDocument(source.manager, key);
  }
}
