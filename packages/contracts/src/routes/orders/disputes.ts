import { z } from 'zod';
import { DISPUTE_ACTIONS, EVIDENCE_PAPERS, MAY } from '../../constants';
import { content, route } from '../../declare';
import { id } from '../../forms/fields';
import { DisputeActForm, DisputeListQuery } from '../../forms/disputes';
import { DisputesView, DisputeView } from '../../views/disputes';
import { Data } from '../../views/shared';
import { ASKS } from '../asks';
import { noSuch } from '../refusals';

const disputeId = z.string().regex(/^PP-[\w-]{1,61}$/, 'Not the id of a dispute');

/** Disputes at PayPal (docs/product/disputes.md). */
export const disputeRoutes = {
  listDisputes: route({
    method: 'get',
    path: '/api/disputes',
    who: { roles: MAY.readMoney },
    summary: 'Disputes at PayPal, newest first',
    look: { action: 'dispute.viewed', subject: 'dispute' },
    query: DisputeListQuery,
    answers: { 200: DisputesView },
  }),
  readDispute: route({
    method: 'get',
    path: '/api/disputes/:disputeId',
    who: { roles: MAY.readMoney },
    summary: 'A dispute at PayPal, with what it allows now and what was sent',
    look: { action: 'dispute.viewed', subject: 'dispute' },
    params: z.object({ disputeId }),
    answers: { 200: Data(DisputeView) },
    refuses: noSuch('dispute'),
  }),
  readEvidence: route({
    method: 'get',
    path: '/api/disputes/:disputeId/evidence/:paper.pdf',
    who: { roles: MAY.changeMoney },
    confirmed: true,
    summary: 'A paper as it would be sent as evidence now',
    look: { action: 'dispute.evidence-viewed', subject: 'dispute' },
    params: z.object({ disputeId, paper: z.enum(EVIDENCE_PAPERS) }),
    query: z.strictObject({ productId: id.optional() }),
    answers: { 200: content('application/pdf') },
    refuses: { ...noSuch('dispute or paper'), '409 too-large': 'The paper is larger than PayPal takes' },
  }),
  actOnDispute: route({
    method: 'post',
    path: '/api/disputes/:disputeId/:action',
    who: { roles: MAY.changeMoney },
    confirmed: true,
    stepUp: ASKS.actOnDispute.stepUp,
    summary: 'An act in a dispute that PayPal allows now; 202 while nobody knows whether PayPal has it',
    params: z.object({ disputeId, action: z.enum(DISPUTE_ACTIONS) }),
    body: DisputeActForm,
    answers: { 200: Data(DisputeView), 202: Data(DisputeView) },
    refuses: {
      ...noSuch('dispute'),
      '409 not-offered': 'PayPal does not allow this now',
      '409 under-way': 'Nobody knows yet whether PayPal has the last act',
      '409 key-used': 'The key belongs to another act',
      '409 too-large': 'The papers are larger than PayPal takes',
      '409 refused': 'PayPal refuses the act; the sentence says why',
      '503 unavailable': 'PayPal cannot be asked right now',
    },
  }),
};
