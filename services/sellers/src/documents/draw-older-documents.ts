import { buffer } from 'node:stream/consumers';
import { Refusal } from '@shop/http';
import { inTx, locked } from '@shop/messaging';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import { Seller } from '../stores/seller.entity';
import { pagesOf } from './judge-document';
import { discard, claimDocument, storePages } from './stray-documents';

type Parts = { source: DataSource; storage: ObjectStorage };

/**
 * Draws the PDFs that an earlier version of the shop stored, so that they become images like all others. A PDF that cannot be drawn
 * gets 0 pages, and is never shown.
 */
export async function drawOlderDocuments({ source, storage }: Parts): Promise<void> {
  const sellers = await source.query<{ id: number; key: string }[]>(
    'SELECT id, verification_key AS key FROM sellers WHERE verification_key IS NOT NULL AND verification_pages IS NULL ORDER BY id LIMIT 20',
  );
  for (const { id, key } of sellers) {
    const keys = await drawnPages({ source, storage }, key);
    await inTx(source, async ({ db }) => {
      const seller = await locked(db, Seller, { id });
      // Another document may have come meanwhile.
      if (seller?.verificationKey !== key || seller.verificationPages !== null) return;
      seller.verificationPages = keys.length;
      if (keys[0]) {
        seller.verificationKey = keys[0];
        await discard(db, key);
      }
      for (const page of keys) await claimDocument(db, page);
      await db.save(seller);
    });
  }
}

async function drawnPages({ source, storage }: Parts, key: string): Promise<string[]> {
  if (!(await storage.stat(key))) return [];
  try {
    return await storePages({ source, storage }, await pagesOf(await buffer(await storage.read(key))));
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') return [];
    throw error;
  }
}
