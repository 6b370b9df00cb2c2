import { IsNull, type DataSource } from 'typeorm';
import { z } from 'zod';
import { MAY, NO_SELLER_STATUS } from '@shop/contracts/constants';
import { id, SellerPaymentForm } from '@shop/contracts/forms';
import { endpoint, forbidden, inTx, notFound, rateLimiter, type Endpoint, type ObjectStorage } from '@shop/kit';
import { tracksOf } from '../product-copies/seller-tracks';
import { submissionsOf } from '../submissions/submission-queries';
import { acceptOffer } from './accept-offer';
import { changePayment } from './change-payment';
import { receiveDocument } from './receive-document';
import { Seller, viewOf } from './seller.entity';
import { uploadDocument } from './upload-document';
import { viewDocument } from './view-document';

export type StoreParts = { source: DataSource; storage: ObjectStorage; cardKey: Buffer; rateScale: number };

const UserId = z.strictObject({ userId: id });
const SellerId = z.strictObject({ id });

const answer = (seller: Seller) => ({ success: true, data: viewOf(seller) });

/** What a seller does with his own store (spec 2 §7). */
export function storeEndpoints({ source, storage, cardKey, rateScale }: StoreParts): Endpoint[] {
  const limit = rateLimiter(source, { name: 'verification-upload', points: 20, seconds: 3600 }, rateScale);
  // each change mails the seller
  const paymentLimit = rateLimiter(source, { name: 'payout-details', points: 20, seconds: 3600 }, rateScale);
  return [
    endpoint({
      method: 'get',
      path: '/api/sellers/user/:userId',
      who: { owner: 'userId', admin: MAY.readStores },
      summary: 'The seller record of a user, or status 0 when there is none',
      params: UserId,
      async handle({ params }) {
        const seller = await source.manager.findOneBy(Seller, { userId: params.userId, deletedAt: IsNull() });
        return { success: true, data: seller ? viewOf(seller) : { status: NO_SELLER_STATUS } };
      },
    }),
    endpoint({
      method: 'get',
      path: '/api/sellers/:id/tracks',
      who: { users: true, admin: MAY.readTracksOfStores },
      summary: 'The tracks of a seller and what he sent for review, for himself and admins',
      params: SellerId,
      async handle({ params, caller }) {
        const seller = await source.manager.findOneBy(Seller, { id: params.id });
        if (!caller.admin && seller?.userId !== caller.userId) throw forbidden();
        if (!seller) throw notFound('seller');
        const [data, submissions] = await Promise.all([tracksOf(source, seller.id), submissionsOf(source, seller.id)]);
        return { success: true, data, submissions };
      },
    }),
    endpoint({
      method: 'put',
      path: '/api/sellers/:id/verification',
      who: 'user',
      summary: 'The seller sends his identity document, once and after a refusal again: JPEG, PNG or PDF, at most 5 MB',
      params: SellerId,
      accepts: 'multipart/form-data',
      handle: async ({ params, caller, req, res }) =>
        answer(await uploadDocument({ source, storage, limit }, caller.userId!, params.id, () => receiveDocument(req, res))),
    }),
    endpoint({
      method: 'get',
      path: '/api/sellers/:id/verification',
      who: { users: true, admin: MAY.readDocuments },
      summary: 'The identity document, for its seller and admins; what admins see is on record',
      params: SellerId,
      handle: ({ params, caller, req, res }) => viewDocument({ source, storage }, caller, params.id, { req, res }),
    }),
    endpoint({
      method: 'put',
      path: '/api/sellers/:id/accept-offer',
      who: 'user',
      summary: 'The seller accepts the public offer agreement; it cannot be undone',
      params: SellerId,
      handle: async ({ params, caller }) => answer(await inTx(source, (tx) => acceptOffer(tx, caller.userId!, params.id))),
    }),
    endpoint({
      method: 'put',
      path: '/api/sellers/:id/payment',
      who: 'user',
      stepUp: true,
      summary: 'Where the seller is paid to; a masked or empty card number leaves the kept one alone',
      params: SellerId,
      body: SellerPaymentForm,
      async handle({ params, body, caller }) {
        await paymentLimit.use(String(caller.userId));
        return answer(await inTx(source, (tx) => changePayment(tx, cardKey, caller.userId!, params.id, body)));
      },
    }),
  ];
}
