import { IsNull, type DataSource } from 'typeorm';
import { z } from 'zod';
import { NO_SELLER_STATUS } from '@shop/contracts/constants';
import { id } from '@shop/contracts/forms';
import { endpoint, forbidden, notFound, type Endpoint } from '@shop/kit';
import { tracksOf } from '../product-copies/seller-tracks';
import { Seller, viewOf } from './seller.entity';

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
  ];
}
