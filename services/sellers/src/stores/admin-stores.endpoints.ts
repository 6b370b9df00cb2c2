import { z } from 'zod';
import { id, ListQuery, SellerForm, SellersQuery, SellerStatusForm } from '@shop/contracts/forms';
import { endpoint, inTx, type Endpoint } from '@shop/kit';
import { listUnsold } from '../product-copies/unsold-tracks';
import { deleteStore } from './close-store';
import { editStore } from './edit-store';
import { listSellers } from './list-sellers';
import { viewOf } from './seller.entity';
import { setSellerStatus } from './set-seller-status';
import type { StoreParts } from './stores.endpoints';

const SellerId = z.strictObject({ id });

/** What administrators do with stores (spec 3, Sellers). */
export const adminStoreEndpoints = ({ source, cardKey }: Pick<StoreParts, 'source' | 'cardKey'>): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/api/sellers',
    who: 'admin',
    summary: 'Stores with their owners, newest first; without page the newest 1,000',
    query: SellersQuery,
    handle: async ({ query }) => ({ message: 'Sellers loaded', ...(await listSellers(source, query)) }),
  }),
  endpoint({
    method: 'get',
    path: '/api/sellers/unsold-tracks',
    who: 'admin',
    summary: 'Tracks of sellers that nobody bought for six months, the oldest first',
    query: ListQuery,
    handle: ({ query }) => listUnsold(source, query),
  }),
  endpoint({
    method: 'put',
    path: '/api/sellers/:id',
    who: 'admin',
    summary: 'Changes a store; null clears, what is not sent stays',
    params: SellerId,
    body: SellerForm,
    handle: async ({ params, body, caller }) => ({
      success: true,
      data: viewOf(await inTx(source, (tx) => editStore(tx, cardKey, caller.userId!, params.id, body))),
    }),
  }),
  endpoint({
    method: 'put',
    path: '/api/sellers/:id/status',
    who: 'admin',
    summary: 'Sets the status of a seller, who is told of it; from pending to inactive it refuses his document',
    params: SellerId,
    body: SellerStatusForm,
    handle: async ({ params, body, caller }) => ({
      success: true,
      data: viewOf(await inTx(source, (tx) => setSellerStatus(tx, caller.userId!, params.id, body))),
    }),
  }),
  endpoint({
    method: 'delete',
    path: '/api/sellers/:id',
    who: 'admin',
    summary: 'Closes a store for good and blanks what is personal in it; sales and accounts stay',
    params: SellerId,
    async handle({ params, caller }) {
      await inTx(source, (tx) => deleteStore(tx, caller.userId!, params.id));
      return { success: true, message: 'Seller deleted' };
    },
  }),
];
