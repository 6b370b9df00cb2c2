import { accountActed, SellerVerificationUploaded } from '@shop/contracts/events';
import { forbidden, type RateLimiter } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import { ownStore } from '../stores/own-store';
import { Seller } from '../stores/seller.entity';
import { ownerOf } from '../user-copies/user-copies';
import { judgeDocument } from './judge-document';
import { discard, keepDocument, storePages } from './stray-documents';

type UploadParts = { source: DataSource; storage: ObjectStorage; limit: RateLimiter };

/**
 * A seller's identity document: judged, stored where only the seller and admins get at it, and announced to the operator
 * (docs/product/selling.md#identity-documents). Two at once: one is kept, the other refused, and no file is left behind; the one
 * that comes after a refusal takes the other's place. `receive` reads the request's body; whoever may not send, or has sent
 * already, is refused before that.
 * @throws Refusal 400, 403, 409, 413, 415, 429
 */
export async function uploadDocument(
  { source, storage, limit }: UploadParts,
  userId: number,
  sellerId: number,
  receive: () => Promise<Buffer>,
): Promise<Seller> {
  const found = await source.manager.findOneBy(Seller, { id: sellerId, userId });
  if (!found || found.deletedAt) throw forbidden();
  found.refuseSecondDocument();
  await limit.use(String(userId));

  const pages = await judgeDocument(await receive());
  const keys = await storePages({ source, storage }, pages);

  return inTx(source, async ({ db, emit }) => {
    const seller = await ownStore(db, userId, sellerId);
    const now = new Date();
    const refused = seller.documentKeys();
    const changed = seller.takeDocument(keys[0]!, keys.length, now);
    if (!changed) seller.version += 1;
    for (const key of keys) await keepDocument(db, key);
    for (const key of refused) await discard(db, key);
    await db.save(seller);
    if (changed) await emit(changed);
    const { version, storeName } = seller;
    const owner = await ownerOf(db, userId);
    await emit(
      SellerVerificationUploaded({ sellerId, version, storeName, owner, uploadedAt: now.toISOString() }),
      accountActed(userId, 'document-sent', ['verification_photo'], sellerId),
    );
    return seller;
  });
}
