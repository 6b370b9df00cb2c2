import { pipeline } from 'node:stream/promises';
import { adminActed } from '@shop/contracts/events';
import { conflict, forbidden, notFound, STREAMED, unavailable, type UserCaller } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { ObjectStorage } from '@shop/storage';
import type { Request, Response } from 'express';
import type { DataSource } from 'typeorm';
import { Seller } from '../stores/seller.entity';

/**
 * Sends a page of an identity document, an image, to its seller or an admin (docs/product/selling.md#identity-documents). The audit
 * log records an admin's look before the page is sent. Caches may not store the page.
 * @throws Refusal 403 for others, 404 when there is no such page, 409 `document-not-shown` for a PDF of an earlier version that
 * cannot be drawn, 503 while such a PDF waits to be drawn
 */
export async function viewDocument(
  { source, storage }: { source: DataSource; storage: ObjectStorage },
  caller: UserCaller,
  { sellerId, page }: { sellerId: number; page: number },
  { req, res }: { req: Request; res: Response },
): Promise<typeof STREAMED> {
  const seller = await source.manager.findOneBy(Seller, { id: sellerId });
  const isOwn = seller?.userId === caller.userId && !seller?.deletedAt;
  if (!isOwn && !caller.admin) throw forbidden();
  if (!seller?.verificationKey) throw notFound('document');
  if (seller.verificationPages === null) throw unavailable('The document is being drawn. Please try again in a minute.');
  if (seller.verificationPages === 0)
    throw conflict('document-not-shown', 'This PDF cannot be shown safely. Please ask for another.');
  const key = seller.documentKeys()[page - 1];
  const facts = key ? await storage.stat(key) : null;
  if (!key || !facts) throw notFound('page');
  if (!isOwn)
    await inTx(source, ({ emit }) =>
      emit(
        ...adminActed(
          caller.userId,
          'seller.verification-viewed',
          { type: 'seller', id: sellerId, name: seller.storeName },
          { before: null, after: { page } },
        ),
      ),
    );

  res.set({
    'content-type': facts.contentType,
    'content-length': String(facts.size),
    'content-disposition': `inline; filename="verification-${sellerId}-${page}.webp"`,
    'cache-control': 'private, no-store',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  if (req.method === 'HEAD') {
    res.end();
    return STREAMED;
  }
  await pipeline(await storage.read(key), res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
  return STREAMED;
}
