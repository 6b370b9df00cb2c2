import { IsNull, type DataSource } from 'typeorm';
import { z } from 'zod';
import { NO_SELLER_STATUS } from '@shop/contracts/constants';
import { id, SellerStatusForm } from '@shop/contracts/forms';
import { endpoint, forbidden, inTx, notFound, type Endpoint } from '@shop/kit';
import { tracksOf } from '../product-copies/seller-tracks';
import { acceptOffer } from './accept-offer';
import { Seller, viewOf } from './seller.entity';
import { setSellerStatus } from './set-seller-status';

const UserId = z.strictObject({ userId: id });
const SellerId = z.strictObject({ id });

export function storeEndpoints(source: DataSource): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/api/sellers/user/:userId',
      who: { owner: 'userId', admin: true },
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
      who: 'user',
      summary: 'The tracks of a seller, for himself and admins',
      params: SellerId,
      async handle({ params, caller }) {
        const seller = await source.manager.findOneBy(Seller, { id: params.id });
        if (!caller.admin && seller?.userId !== caller.userId) throw forbidden();
        if (!seller) throw notFound('seller');
        return { success: true, data: await tracksOf(source, seller.id) };
      },
    }),
    endpoint({
      method: 'put',
      path: '/api/sellers/:id/accept-offer',
      who: 'user',
      summary: 'The seller accepts the public offer agreement; it cannot be undone',
      params: SellerId,
      handle: async ({ params, caller }) => ({
        success: true,
        data: viewOf(await inTx(source, (tx) => acceptOffer(tx, caller.userId!, params.id))),
      }),
    }),
    endpoint({
      method: 'put',
      path: '/api/sellers/:id/status',
      who: 'admin',
      summary: 'Sets the status of a seller',
      params: SellerId,
      body: SellerStatusForm,
      handle: async ({ params, body }) => ({
        success: true,
        data: viewOf(await inTx(source, (tx) => setSellerStatus(tx, params.id, body.status))),
      }),
    }),
  ];
}
