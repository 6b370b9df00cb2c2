import { z } from 'zod';
import { CLAIM_FILE_TYPES, MAY } from '../../constants';
import { ClaimDecisionForm, ClaimForm, ClaimListQuery, ClaimMessageForm } from '../../forms/claims';
import { id } from '../../forms/fields';
import { ClaimsView, ClaimView } from '../../views/claims';
import { Data } from '../../views/shared';
import { ASKS } from '../asks';
import { LIMITS } from '../limits';
import { NO_REFUND, noSuch } from '../refusals';
import { route, storedFile } from '../../declare';

const Id = z.object({ id });
const ENDED = { '409 claim-ended': 'The claim has ended' } as const;
const PARTS = { users: true, admin: MAY.handleClaims } as const;

/** Claims of buyers about bought tracks (docs/product/claims.md). A stranger gets 403 for foreign and unknown claims alike. */
export const claimRoutes = {
  openClaim: route({
    method: 'post',
    path: '/api/orders/:orderId/claims',
    who: 'user',
    confirmed: true,
    summary: 'Report a problem with a bought track: it is frozen until that is decided',
    params: z.object({ orderId: id }),
    body: ClaimForm,
    answers: { 201: Data(ClaimView) },
    limits: [LIMITS.claims],
    refuses: {
      '403 forbidden': "Not the caller's own order, or none at all",
      ...noSuch('track in the order'),
      '409 not-paid': 'The order is not paid',
      '409 claim-open': 'A claim about the track is open: `details.claimId`',
      '409 too-late': 'More than ten business days have passed since the payment',
    },
  }),
  listClaims: route({
    method: 'get',
    path: '/api/claims',
    who: PARTS,
    summary: 'Claims, newest first: those of the buyer and of the tracks of the seller; for admins all, or with `mine` their own',
    look: { action: 'claim.viewed', subject: 'claim' },
    query: ClaimListQuery,
    answers: { 200: ClaimsView },
  }),
  readClaim: route({
    method: 'get',
    path: '/api/claims/:id',
    who: PARTS,
    confirmed: true,
    summary: 'A claim with its thread: its buyer, its seller, and admins who handle claims',
    look: { action: 'claim.viewed', subject: 'claim', id: 'id' },
    params: Id,
    answers: { 200: Data(ClaimView) },
    refuses: noSuch('claim'),
  }),
  writeToClaim: route({
    method: 'post',
    path: '/api/claims/:id/messages',
    who: PARTS,
    confirmed: true,
    summary:
      'A message in the thread, with text, pictures (JPEG, PNG, WebP, GIF) and audio (MP3, WAV, FLAC, OGG) of at most 50 MB each',
    params: Id,
    form: ClaimMessageForm.extend({ files: z.array(z.file()) }),
    answers: { 201: Data(ClaimView) },
    limits: [LIMITS.claimMessages],
    refuses: { ...noSuch('claim'), ...ENDED, '400 given-up': 'The sender has left' },
  }),
  claimFile: route({
    method: 'get',
    path: '/api/claims/:id/files/:fileId',
    who: PARTS,
    confirmed: true,
    summary: 'A picture or recording of the thread, with ranges',
    look: { action: 'claim.file-viewed', subject: 'claim', id: 'id' },
    params: z.object({ id, fileId: id }),
    answers: storedFile(...Object.values(CLAIM_FILE_TYPES)),
    refuses: noSuch('file'),
  }),
  decideClaim: route({
    method: 'post',
    path: '/api/claims/:id/decision',
    who: { roles: MAY.handleClaims },
    confirmed: true,
    stepUp: ASKS.decideClaim.stepUp,
    summary: 'Decides a claim: repaired, refunded or refused. Support may only decide that it is repaired',
    params: Id,
    body: ClaimDecisionForm,
    answers: { 200: Data(ClaimView) },
    refuses: {
      ...noSuch('claim'),
      ...ENDED,
      ...NO_REFUND,
      '409 being-decided': 'Another admin is deciding it right now, or a refund for it is on its way',
      '409 not-whole': 'The order has other tracks too: only the refund of a whole order can be recorded',
      '409 refused': 'PayPal refuses the refund; the sentence says why and what to do',
    },
  }),
  withdrawClaim: route({
    method: 'post',
    path: '/api/claims/:id/withdrawal',
    who: 'user',
    confirmed: true,
    summary: 'The buyer takes the claim back; again changes nothing',
    params: Id,
    answers: { 200: Data(ClaimView) },
    refuses: {
      '403 forbidden': "Not the caller's own claim, or none at all",
      ...ENDED,
      '409 being-decided': 'An admin is deciding it right now',
    },
  }),
};
