import { z } from 'zod';
import { MAY } from '../../constants';
import { id } from '../../forms/fields';
import { CardNumberForm, SellerForm, SellersQuery, SellerStatusForm } from '../../forms/sellers';
import { StoreStats } from '../../views/dashboard';
import { OpenEarningsView } from '../../views/own-data';
import { CardNumberView, OneSeller, SellersPage } from '../../views/sellers';
import { SaidView } from '../../views/shared';
import { ASKS } from '../asks';
import { LIMITS } from '../limits';
import { noSuch, STORE_NAME_TAKEN, STORE_OPEN } from '../refusals';
import { route } from '../../declare';

const Id = z.object({ id });

export const adminStoreRoutes = {
  listSellers: route({
    method: 'get',
    path: '/api/sellers',
    who: { roles: MAY.readStores },
    summary: 'Stores with their owners, newest first; without page the newest 1,000',
    look: { action: 'seller.viewed', subject: 'seller' },
    query: SellersQuery,
    answers: { 200: SellersPage },
  }),
  changeSeller: route({
    method: 'put',
    path: '/api/sellers/:id',
    who: { roles: [...MAY.changeStores, 'finance'] },
    summary: 'Changes a store; null clears, what is not sent stays. Payout details by finance, the rest by support',
    params: Id,
    body: SellerForm,
    answers: { 200: OneSeller },
    limits: [LIMITS.confirmationMails],
    refuses: {
      '403 step-up-required': 'Payout details: a second factor must be confirmed first',
      ...noSuch('store'),
      ...STORE_NAME_TAKEN,
      '409 payout-changed': 'The payout details have changed since the form was opened',
    },
  }),
  showCardNumber: route({
    method: 'post',
    path: '/api/sellers/:id/card-number',
    who: { roles: MAY.changeMoney },
    stepUp: ASKS.showCardNumber.stepUp,
    summary: 'The whole card number that a store is paid to, shown once for the reason given; who looked is on record',
    params: Id,
    body: CardNumberForm,
    answers: { 200: CardNumberView },
    limits: [LIMITS.cardNumbers],
    refuses: noSuch('card number'),
  }),
  setSellerStatus: route({
    method: 'put',
    path: '/api/sellers/:id/status',
    who: { roles: MAY.changeStores },
    confirmed: true,
    summary: 'Sets the status of a seller, who is told of it; inactive refuses a document that waits',
    params: Id,
    body: SellerStatusForm,
    answers: { 200: OneSeller },
    refuses: {
      ...noSuch('store'),
      '409 document-changed': 'Another document has come meanwhile, somebody has decided about this one, or it waits again',
    },
  }),
};

export const storeClosingRoutes = {
  deleteSeller: route({
    method: 'delete',
    path: '/api/sellers/:id',
    who: { roles: MAY.changeStores },
    confirmed: true,
    summary: 'Closes a store for good and blanks what is personal in it; sales and accounts stay',
    params: Id,
    answers: { 200: SaidView },
    refuses: { ...noSuch('store'), ...STORE_OPEN },
  }),
};

export const storeStatsRoutes = {
  storeStats: route({
    method: 'get',
    path: '/internal/store-stats',
    who: 'gateway',
    summary: 'Stores for the dashboard, and what waits for an admin',
    answers: { 200: StoreStats },
  }),
};

export const openEarningsRoutes = {
  tellOpenEarnings: route({
    method: 'post',
    path: '/internal/open-earnings',
    who: 'gateway',
    summary: 'What is open with the store of a user right now; it is announced too',
    body: z.strictObject({ userId: id }),
    answers: { 200: z.array(OpenEarningsView) },
  }),
};
