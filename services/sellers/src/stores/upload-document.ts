import { randomUUID } from 'node:crypto';
import { SellerVerificationUploaded } from '@shop/contracts/events';
import { forbidden, inTx, type ObjectStorage, type RateLimiter } from '@shop/kit';
import type { DataSource } from 'typeorm';
import { ownerOf } from '../user-copies/user-copies';
import { judgeDocument } from './judge-document';
import { ownStore } from './own-store';
import { Seller } from './seller.entity';
import { announceDocument, discard, keepDocument } from './stray-documents';

export type DocumentParts = { source: DataSource; storage: ObjectStorage; limit: RateLimiter };

/**
 * A seller's identity document: judged, stored where only he and admins get at it, and announced to the house (decisions 8, 9, 57). Two
 * at once: one is kept, the other refused, and no file is left behind; the one that comes after a refusal takes the other's place.
 * `receive` reads the request's body; whoever may not send, or has sent already, is refused before that.
 * @throws Refusal 400, 403, 409, 413, 415, 429
 */
export async function uploadDocument(
  { source, storage, limit }: DocumentParts,
  userId: number,
  sellerId: number,
  receive: () => Promise<Buffer>,
): Promise<Seller> {
  const found = await source.manager.findOneBy(Seller, { id: sellerId, userId });
  if (!found || found.deletedAt) throw forbidden();
  found.refuseSecondDocument();
  await limit.use(String(userId));

  const { body, ending, contentType } = await judgeDocument(await receive());
  const key = `private/sellers/verification/${randomUUID()}.${ending}`;
  await announceDocument(source.manager, key);
  await storage.put(key, body, { size: body.length, contentType });

  return inTx(source, async ({ db, emit }) => {
    const seller = await ownStore(db, userId, sellerId);
    const now = new Date();
    const { verificationKey: refused } = seller;
    const changed = seller.takeDocument(key, now);
    if (!changed) seller.version += 1;
    await keepDocument(db, key);
    if (refused) await discard(db, refused);
    await db.save(seller);
    if (changed) await emit(changed);
    const { version, storeName } = seller;
    const owner = await ownerOf(db, userId);
    await emit(SellerVerificationUploaded({ sellerId, version, storeName, owner, uploadedAt: now.toISOString() }));
    return seller;
  });
}
