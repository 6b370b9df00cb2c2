import { z } from 'zod';
import { MAY } from '../constants';
import { id } from '../forms/fields';
import { LedgerQuery, PayoutForm, PayoutReversalForm, PayoutsQuery } from '../forms/ledger';
import { ListQuery } from '../forms/lists';
import { CardNumberForm, SellerForm, SellerPaymentForm, SellersQuery, SellerStatusForm } from '../forms/sellers';
import { SubmissionsQuery, SubmissionStatusForm, TrackSubmissionForm } from '../forms/submissions';
import { StoreStats } from '../views/dashboard';
import { LedgerView, OnePayout, PayoutsView } from '../views/ledger';
import { CardNumberView, NoSeller, OneSeller, SellersPage, SellerTracksView, UnsoldTrackView } from '../views/sellers';
import { DoneView, Page, SaidView } from '../views/shared';
import { OneSubmission, SubmissionsPage } from '../views/submissions';
import { content, route, streamed } from './route';

const Id = z.object({ id });
const paging = { page: true, limit: true } as const;
const csv = content('text/csv');

/** What sellers do with their own store. */
export const storeRoutes = {
  storeOfUser: route({
    method: 'get',
    path: '/api/sellers/user/:userId',
    who: { owner: 'userId', admin: MAY.readStores },
    summary: 'The seller record of a user, or status 0 when there is none',
    look: { action: 'user.store-viewed', subject: 'user', id: 'userId' },
    params: z.object({ userId: id }),
    answers: { 200: z.union([OneSeller, NoSeller]) },
  }),
  acceptOffer: route({
    method: 'put',
    path: '/api/sellers/:id/accept-offer',
    who: 'user',
    summary: 'The seller accepts the public offer agreement; it cannot be undone',
    params: Id,
    answers: { 200: OneSeller },
  }),
  changePayment: route({
    method: 'put',
    path: '/api/sellers/:id/payment',
    who: 'user',
    stepUp: true,
    summary: 'Where the seller is paid to; a masked or empty card number leaves the kept one alone',
    params: Id,
    body: SellerPaymentForm,
    answers: { 200: OneSeller },
  }),
};

/** Identity documents (docs/product/selling.md#identity-documents). */
export const documentRoutes = {
  sendDocument: route({
    method: 'put',
    path: '/api/sellers/:id/verification',
    who: 'user',
    summary: 'The seller sends an identity document, once and after a refusal again: JPEG, PNG or PDF, at most 5 MB',
    params: Id,
    form: z.strictObject({ verification: z.file() }),
    answers: { 200: OneSeller },
  }),
  documentPage: route({
    method: 'get',
    path: '/api/sellers/:id/verification',
    who: { users: true, admin: MAY.readDocuments },
    summary: 'A page of the identity document as an image, for its seller and admins; what admins see is on record',
    params: Id,
    query: z.object({ page: z.coerce.number('Must be a number').int().min(1).max(100).default(1) }),
    answers: { 200: streamed('image/webp') },
  }),
};

export const storeTrackRoutes = {
  tracksOfStore: route({
    method: 'get',
    path: '/api/sellers/:id/tracks',
    who: { users: true, admin: MAY.readTracksOfStores },
    summary: 'The tracks of a seller and what they sent for review, for themselves and admins',
    params: Id,
    answers: { 200: SellerTracksView },
  }),
  listUnsoldTracks: route({
    method: 'get',
    path: '/api/sellers/unsold-tracks',
    who: { roles: MAY.readTracksOfStores },
    summary: 'Tracks of sellers that nobody bought for six months, the oldest first',
    query: ListQuery,
    answers: { 200: Page(UnsoldTrackView) },
  }),
};

/** What admins do with stores (docs/product/administration.md#sellers). */
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
  }),
  showCardNumber: route({
    method: 'post',
    path: '/api/sellers/:id/card-number',
    who: { roles: MAY.changeMoney },
    stepUp: true,
    summary: 'The whole card number that a store is paid to, shown once for the reason given; who looked is on record',
    params: Id,
    body: CardNumberForm,
    answers: { 200: CardNumberView },
  }),
  setSellerStatus: route({
    method: 'put',
    path: '/api/sellers/:id/status',
    who: { roles: MAY.changeStores },
    summary: 'Sets the status of a seller, who is told of it; from pending to inactive it refuses the document',
    params: Id,
    body: SellerStatusForm,
    answers: { 200: OneSeller },
  }),
};

export const storeClosingRoutes = {
  deleteSeller: route({
    method: 'delete',
    path: '/api/sellers/:id',
    who: { roles: MAY.changeStores },
    summary: 'Closes a store for good and blanks what is personal in it; sales and accounts stay',
    params: Id,
    answers: { 200: SaidView },
  }),
};

export const submissionRoutes = {
  submitTrack: route({
    method: 'post',
    path: '/api/track-submissions',
    who: 'user',
    summary: "Sends a track for review; active sellers only, and the store is always the seller's own",
    body: TrackSubmissionForm,
    answers: { 201: SaidView },
  }),
  listSubmissions: route({
    method: 'get',
    path: '/api/track-submissions',
    who: { roles: MAY.readCatalogue },
    summary: 'The review queue, what is due first; status narrows it to a state, to open or to overdue ones',
    look: { action: 'submission.viewed', subject: 'submission' },
    query: SubmissionsQuery,
    answers: { 200: SubmissionsPage },
  }),
  readSubmission: route({
    method: 'get',
    path: '/api/track-submissions/:id',
    who: { roles: MAY.readCatalogue },
    summary: 'One submission with its links',
    look: { action: 'submission.viewed', subject: 'submission', id: 'id' },
    params: Id,
    answers: { 200: OneSubmission },
  }),
  decideSubmission: route({
    method: 'put',
    path: '/api/track-submissions/:id/status',
    who: { roles: MAY.changeCatalogue },
    summary: 'Takes a submission into review, approves, rejects with a reason, or marks it as published',
    params: Id,
    body: SubmissionStatusForm,
    answers: { 200: OneSubmission },
  }),
};

/** What sellers earn and what they were paid, in cents. */
export const ledgerRoutes = {
  readLedger: route({
    method: 'get',
    path: '/api/sellers/:id/ledger',
    who: { users: true, admin: MAY.readMoney },
    summary:
      "The seller's ledger, newest first, with each line's reasons and what is owed, due and paid; for themselves and admins",
    look: { action: 'seller.ledger-viewed', subject: 'seller', id: 'id' },
    params: Id,
    query: LedgerQuery,
    answers: { 200: LedgerView },
  }),
  exportLedger: route({
    method: 'get',
    path: '/api/sellers/:id/ledger.csv',
    who: { users: true, admin: MAY.readMoney },
    summary: 'All of those lines as a spreadsheet',
    look: { action: 'seller.ledger-exported', subject: 'seller', id: 'id', own: true },
    params: Id,
    query: LedgerQuery.omit(paging),
    answers: { 200: csv },
  }),
  recordPayout: route({
    method: 'post',
    path: '/api/sellers/:id/payouts',
    who: { roles: MAY.changeMoney },
    stepUp: true,
    summary: 'Writes down a payout that was made; the same key twice is one payout',
    params: Id,
    body: PayoutForm,
    answers: { 201: OnePayout },
  }),
  listPayouts: route({
    method: 'get',
    path: '/api/payouts',
    who: { roles: MAY.readMoney },
    summary: 'Who is owed and due what, and where it is to be sent; `due=true` for those who have something due',
    look: { action: 'payout.viewed', subject: 'payout' },
    query: PayoutsQuery,
    answers: { 200: PayoutsView },
  }),
  exportPayouts: route({
    method: 'get',
    path: '/api/payouts/list.csv',
    who: { roles: MAY.readMoney },
    summary: 'All of that list as a spreadsheet',
    look: { action: 'payout.exported', subject: 'payout' },
    query: PayoutsQuery.omit(paging),
    answers: { 200: csv },
  }),
  reversePayout: route({
    method: 'post',
    path: '/api/payouts/:id/reversal',
    who: { roles: MAY.changeMoney },
    stepUp: true,
    summary: 'Takes back a payout that was recorded wrongly, by a second entry; again changes nothing',
    params: Id,
    body: PayoutReversalForm,
    answers: { 200: DoneView },
  }),
};

export const storeStatsRoutes = {
  storeStats: route({
    method: 'get',
    path: '/internal/store-stats',
    who: 'gateway',
    summary: 'Stores for the dashboard, and what waits for an administrator',
    answers: { 200: StoreStats },
  }),
};

/** Every call of sellers. */
export const sellerRoutes = {
  ...storeRoutes,
  ...documentRoutes,
  ...storeTrackRoutes,
  ...adminStoreRoutes,
  ...storeClosingRoutes,
  ...submissionRoutes,
  ...ledgerRoutes,
  ...storeStatsRoutes,
};
