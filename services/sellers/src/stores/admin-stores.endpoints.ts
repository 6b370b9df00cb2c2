import { z } from 'zod';
import { MAY } from '@shop/contracts/constants';
import { id, ListQuery, SellerForm, SellersQuery, SellerStatusForm } from '@shop/contracts/forms';
import { endpoint, forbidden, hasRole, inTx, stepUpRequired, type Caller, type Endpoint } from '@shop/kit';
import { listUnsold } from '../product-copies/unsold-tracks';
import { deleteStore } from './close-store';
import { editStore } from './edit-store';
import { listSellers } from './list-sellers';
import { viewOf } from './seller.entity';
import { setSellerStatus } from './set-seller-status';
import type { StoreParts } from './stores.endpoints';

const SellerId = z.strictObject({ id });

const PAYOUT_DETAILS = ['payment_method', 'paypal_email', 'card_number', 'card_holder_name'] as const;

/**
 * Support looks after stores, finance after where their money goes, which asks for a step-up.
 * @throws Refusal 403
 */
function refuseOtherFields(caller: Caller, form: SellerForm): void {
  const fields = Object.entries(form).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const payout = fields.filter((field) => (PAYOUT_DETAILS as readonly string[]).includes(field));
  const allowed =
    (payout.length === 0 || hasRole(caller, MAY.changeMoney)) &&
    (payout.length === fields.length || hasRole(caller, MAY.changeStores));
  if (!allowed) throw forbidden('Your role does not allow this.');
  if (payout.length > 0 && !caller.steppedUp) throw stepUpRequired();
}

/** What administrators do with stores (spec 3, Sellers). */
export const adminStoreEndpoints = ({ source, cardKey }: Pick<StoreParts, 'source' | 'cardKey'>): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/api/sellers',
    who: { roles: MAY.readStores },
    summary: 'Stores with their owners, newest first; without page the newest 1,000',
    query: SellersQuery,
    handle: async ({ query }) => ({ message: 'Sellers loaded', ...(await listSellers(source, query)) }),
  }),
  endpoint({
    method: 'get',
    path: '/api/sellers/unsold-tracks',
    who: { roles: MAY.readTracksOfStores },
    summary: 'Tracks of sellers that nobody bought for six months, the oldest first',
    query: ListQuery,
    handle: ({ query }) => listUnsold(source, query),
  }),
  endpoint({
    method: 'put',
    path: '/api/sellers/:id',
    who: { roles: [...MAY.changeStores, 'finance'] },
    summary: 'Changes a store; null clears, what is not sent stays. Payout details by finance, the rest by support',
    params: SellerId,
    body: SellerForm,
    async handle({ params, body, caller }) {
      refuseOtherFields(caller, body);
      const seller = await inTx(source, (tx) => editStore(tx, cardKey, caller.userId!, params.id, body));
      return { success: true, data: viewOf(seller) };
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/sellers/:id/status',
    who: { roles: MAY.changeStores },
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
    who: { roles: MAY.changeStores },
    summary: 'Closes a store for good and blanks what is personal in it; sales and accounts stay',
    params: SellerId,
    async handle({ params, caller }) {
      await inTx(source, (tx) => deleteStore(tx, caller.userId!, params.id));
      return { success: true, message: 'Seller deleted' };
    },
  }),
];
