import { DOCUMENT_KEPT_DAYS } from '@shop/contracts/constants';
import { inTx, locked } from '@shop/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { Seller } from '../stores/seller.entity';
import { discard } from './stray-documents';

/** Removes a store's document, if it has one: from the row at once, and its pages from the storage after the transaction. */
export async function forgetDocument(db: EntityManager, seller: Seller): Promise<void> {
  for (const key of seller.documentKeys()) await discard(db, key);
  seller.forgetDocument();
  await db.save(seller);
}

const DUE = `verification_key IS NOT NULL AND least(deleted_at, verification_refused_at) <= $1`;

/**
 * Removes the documents of closed stores, and refused documents, after `DOCUMENT_KEPT_DAYS` days
 * (docs/product/selling.md#identity-documents). When the task is interrupted, its next run removes the rest.
 */
export async function forgetOldDocuments(source: DataSource, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - DOCUMENT_KEPT_DAYS * 86_400_000);
  const due = await source.query<{ id: number }[]>(`SELECT id FROM sellers WHERE ${DUE} ORDER BY id LIMIT 1000`, [before]);
  for (const { id } of due)
    await inTx(source, async ({ db }) => {
      const seller = await locked(db, Seller, { id });
      // Another document may have come meanwhile.
      const [row] = await db.query<unknown[]>(`SELECT 1 FROM sellers WHERE id = $2 AND ${DUE}`, [before, id]);
      if (seller && row) await forgetDocument(db, seller);
    });
}
