import { z } from 'zod';
import { MAY } from '../../constants';
import { id } from '../../forms/fields';
import { ListQuery } from '../../forms/lists';
import { OfferShown, SellerPaymentForm } from '../../forms/sellers';
import { NoSeller, OneSeller, SellerTracksView, UnsoldTrackView } from '../../views/sellers';
import { MessageView, Page } from '../../views/shared';
import { ASKS } from '../asks';
import { LIMITS } from '../limits';
import { noSuch, UPLOAD_GIVEN_UP } from '../refusals';
import { route, streamed } from '../../declare';

const Id = z.object({ id });

const OWN_STORE = { '403 forbidden': "Not the caller's own store, or none at all" } as const;

/** The sellers' calls about their own store. */
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
    body: OfferShown,
    answers: { 200: OneSeller },
    refuses: { ...OWN_STORE, '409 offer-changed': 'Another version of the agreement holds than the one that was shown' },
  }),
  changePayment: route({
    method: 'put',
    path: '/api/sellers/:id/payment',
    who: 'user',
    stepUp: ASKS.changeOwnPayout.stepUp,
    summary: 'Where the seller is paid to; a masked or empty card number leaves the kept one alone',
    params: Id,
    body: SellerPaymentForm,
    answers: { 200: OneSeller },
    limits: [LIMITS.payoutDetails, LIMITS.confirmationMails],
    refuses: OWN_STORE,
  }),
  confirmPaypal: route({
    method: 'post',
    path: '/api/sellers/confirm-paypal/:token',
    who: 'anyone',
    summary: 'A PayPal address is confirmed, with the token of the mail to it, once',
    params: z.strictObject({ token: z.string().max(200) }),
    answers: { 200: MessageView },
    limits: [LIMITS.emailLinks],
    refuses: { '400 confirm-link-used': 'The link is wrong, used or too old' },
  }),
  sendPaypalLink: route({
    method: 'post',
    path: '/api/sellers/:id/payment/confirmation',
    who: { users: true, admin: MAY.changeMoney },
    summary: 'A new link to the PayPal address that waits to be confirmed, for its seller and admins',
    params: Id,
    answers: { 200: MessageView },
    limits: [LIMITS.confirmationMails],
    refuses: {
      ...noSuch('store'),
      '409 nothing-to-confirm': 'The address is confirmed, or there is none',
    },
  }),
};

/** The calls about identity documents (docs/product/selling.md#identity-documents). */
export const documentRoutes = {
  sendDocument: route({
    method: 'put',
    path: '/api/sellers/:id/verification',
    who: 'user',
    summary: 'The seller sends an identity document, once and after a refusal again: JPEG, PNG or PDF, at most 5 MB',
    params: Id,
    form: z.strictObject({ verification: z.file() }),
    answers: { 200: OneSeller },
    limits: [LIMITS.documents],
    refuses: {
      ...OWN_STORE,
      ...UPLOAD_GIVEN_UP,
      '409 document-exists': 'There is a document already',
      '409 document-under-way': 'Another one of the store is being read',
    },
  }),
  documentPage: route({
    method: 'get',
    path: '/api/sellers/:id/verification',
    who: { users: true, admin: MAY.readDocuments },
    summary: 'A page of the identity document as an image, for its seller and admins; what admins see is on record',
    params: Id,
    query: z.object({ page: z.coerce.number('Must be a number').int().min(1).max(100).default(1) }),
    answers: { 200: streamed('image/webp') },
    refuses: {
      ...noSuch('document, or no such page'),
      '409 document-not-shown': 'This PDF cannot be shown safely',
      '503 unavailable': 'The document is being drawn',
    },
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
    refuses: noSuch('store'),
  }),
  listUnsoldTracks: route({
    method: 'get',
    path: '/api/sellers/unsold-tracks',
    who: { roles: MAY.readTracksOfStores },
    summary: 'Tracks of sellers that have been in the shop for six months and are not sold, the oldest first',
    query: ListQuery,
    answers: { 200: Page(UnsoldTrackView) },
  }),
};
