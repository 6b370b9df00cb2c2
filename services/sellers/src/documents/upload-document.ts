import assert from 'node:assert/strict';
import { accountActed, SellerVerificationUploaded } from '@shop/contracts/events';
import { conflict, forbidden, type RateLimiter } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import { ownStore } from '../stores/own-store';
import { Seller } from '../stores/seller.entity';
import { ownerOf } from '../user-copies/user-copies';
import { judgeDocument } from './judge-document';
import { discard, claimDocument, storePages } from './stray-documents';

type UploadParts = { source: DataSource; storage: ObjectStorage; limit: RateLimiter };
/** `receive` reads the request's body; `left` aborts when the sender has left. */
type Sending = { receive: () => Promise<Buffer>; left: AbortSignal };

/** The stores with a document that is being judged. Documents wait in one queue, where no store has two places. */
const beingJudged = new Set<number>();

/**
 * Takes a seller's identity document: judges it, stores it where only the seller and admins can read it, and tells the operator
 * (docs/product/selling.md#identity-documents). The body is read last, after all other refusals. Of two documents at once, one is
 * refused and leaves no file behind; a new document replaces a refused one.
 * @returns the store
 * @throws Refusal 400, 403 for a store that is not the caller's, 409 `document-exists` or `document-under-way`, 413, 415, 429,
 * 503
 */
export async function uploadDocument(
  { source, storage, limit }: UploadParts,
  userId: number,
  sellerId: number,
  { receive, left }: Sending,
): Promise<Seller> {
  const currentSeller = await source.manager.findOneBy(Seller, { id: sellerId, userId });
  if (!currentSeller || currentSeller.deletedAt) throw forbidden();
  currentSeller.refuseSecondDocument();
  await limit.use(String(userId));

  const document = await receive();
  const pages = await oneAtATime(sellerId, () => judgeDocument(document, left));
  left.throwIfAborted();
  const keys = await storePages({ source, storage }, pages);

  return inTx(source, async ({ db, emit }) => {
    const seller = await ownStore(db, userId, sellerId);
    const now = new Date();
    const refusedKeys = seller.documentKeys();
    const [first] = keys;
    assert(first, 'a document has a page');
    const event = seller.takeDocument(first, keys.length, now);
    for (const key of keys) await claimDocument(db, key);
    for (const key of refusedKeys) await discard(db, key);
    await db.save(seller);
    if (event) await emit(event);
    const { version, storeName } = seller;
    const owner = await ownerOf(db, userId);
    await emit(
      SellerVerificationUploaded({ sellerId, version, storeName, owner, uploadedAt: now.toISOString() }),
      accountActed(userId, 'document-sent', ['verification_photo'], sellerId),
    );
    return seller;
  });
}

async function oneAtATime<Result>(sellerId: number, judge: () => Promise<Result>): Promise<Result> {
  if (beingJudged.has(sellerId)) throw conflict('document-under-way', 'Your other document is still being read.');
  beingJudged.add(sellerId);
  try {
    return await judge();
  } finally {
    beingJudged.delete(sellerId);
  }
}
