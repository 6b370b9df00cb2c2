import { pipeline } from 'node:stream/promises';
import { adminActed } from '@shop/contracts/events';
import { forbidden, inTx, notFound, STREAMED, type Caller, type ObjectStorage } from '@shop/kit';
import type { Request, Response } from 'express';
import type { DataSource } from 'typeorm';
import { Seller } from './seller.entity';

/**
 * Sends the identity document to its seller or an admin; what an admin sees is on record before he sees it (authorisation 69).
 * Nobody may keep it, and a browser shows only an image (decision 8).
 * @throws Refusal 403 for others, 404 when there is none.
 */
export async function viewDocument(
  { source, storage }: { source: DataSource; storage: ObjectStorage },
  caller: Caller,
  sellerId: number,
  { req, res }: { req: Request; res: Response },
): Promise<typeof STREAMED> {
  const seller = await source.manager.findOneBy(Seller, { id: sellerId });
  const isOwn = seller?.userId === caller.userId && !seller?.deletedAt;
  if (!isOwn && !caller.admin) throw forbidden();
  const key = seller?.verificationKey;
  const facts = key ? await storage.stat(key) : null;
  if (!seller || !key || !facts) throw notFound('document');
  if (!isOwn)
    await inTx(source, ({ emit }) =>
      emit(
        ...adminActed(
          caller.userId!,
          'seller.verification-viewed',
          { type: 'seller', id: sellerId, name: seller.storeName },
          { before: null, after: null },
        ),
      ),
    );

  const ending = key.slice(key.lastIndexOf('.'));
  res.set({
    'content-type': facts.contentType,
    'content-length': String(facts.size),
    'content-disposition': `${ending === '.pdf' ? 'attachment' : 'inline'}; filename="verification-${sellerId}${ending}"`,
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
