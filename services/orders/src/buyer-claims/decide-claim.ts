import { randomUUID } from 'node:crypto';
import { MAY, type ClaimState } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import type { ClaimDecisionForm } from '@shop/contracts/forms';
import { conflict, forbidden, hasRole, notFound, type UserCaller } from '@shop/http';
import { inTx, locked, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { ServiceContext } from '../context';
import { itemsOf } from '../orders/order-queries';
import { askRefund } from '../refunds/ask-refund';
import { recordRefund } from '../refunds/record-refund';
import { BuyerClaim } from './buyer-claim.entity';
import { isOpen } from './claim-process';
import { claimEnded, endClaim, refuseWhileRefunding } from './end-claim';

/** How the money goes back: the part of a decision that is a refund. */
type ClaimRefund = NonNullable<ClaimDecisionForm['refund']>;

/**
 * Gives money back for a claim, in transactions of its own: by PayPal, or, with a reference, by writing down that it went back another
 * way. That is always all of the order's, which must have no other track.
 * @returns whether it is back; otherwise PayPal is at work on it, or nobody knows the outcome yet
 * @throws Refusal 409 `not-whole`, and the refusals of a refund
 */
async function refundForClaim(
  context: ServiceContext,
  adminId: number,
  { id, orderId }: BuyerClaim,
  refund: ClaimRefund,
  key: string,
): Promise<boolean> {
  if (!('reference' in refund))
    return (await askRefund(context, adminId, orderId, { ...refund, key, reason: `Claim ${id}` })).state === 'done';
  await inTx(context.source, async (tx) => {
    if ((await itemsOf(tx.db, orderId)).length > 1)
      throw conflict(
        'not-whole',
        'The order has other tracks too, and only the refund of a whole order can be recorded. Repair or refuse, or give it back by PayPal.',
      );
    await recordRefund(tx, adminId, orderId, refund);
  });
  return true;
}

/**
 * The house decides a claim (docs/product/claims.md#the-decision). Of two decisions at once one is refused, before any money moves. While
 * a refund is pending, or its outcome unknown, the claim stays open and its track frozen; the news of the refund ends it. Once the
 * refund has failed, or was interrupted before it was asked for and some minutes have passed, the claim may be decided again.
 * @throws Refusal 403 for support, which may only repair; 404; 409 `claim-ended`, `being-decided`, and the refusals of a refund
 */
export async function decideClaim(
  context: ServiceContext,
  caller: UserCaller,
  claimId: number,
  form: ClaimDecisionForm,
): Promise<void> {
  const { source } = context;
  const { outcome, reason, refund } = form;
  if (outcome !== 'repair' && !hasRole(caller, MAY.changeMoney)) throw forbidden('Only finance and owners refund or refuse.');
  const decision = { decidedBy: caller.userId, decision: reason };
  if (!refund) return inTx(source, async (tx) => conclude(tx, await openClaim(tx, claimId), { outcome, ...decision }));

  const refundKey = randomUUID();
  const claim = await inTx(source, async (tx) => {
    const open = await openClaim(tx, claimId);
    Object.assign(open, decision, { refundBegunAt: new Date(), refundKey });
    return tx.db.save(open);
  });
  let isBack: boolean;
  try {
    isBack = await refundForClaim(context, caller.userId, claim, refund, refundKey);
  } catch (error) {
    await putBack(source.manager, claimId, refundKey);
    throw error;
  }
  await inTx(source, async (tx) => {
    const refundedClaim = await locked(tx.db, BuyerClaim, { id: claimId });
    if (refundedClaim && isBack) await conclude(tx, refundedClaim, { outcome, ...decision });
    else if (refundedClaim)
      await tellDecided(tx, refundedClaim, { outcome, decidedBy: caller.userId, before: refundedClaim.state });
  });
}

/** Makes a claim free for another decision, unless its refund was asked for and may go through. */
const putBack = (db: EntityManager, claimId: number, refundKey: string) =>
  db.query(
    `UPDATE buyer_claims SET refund_begun_at = NULL, decided_by = NULL, decision = NULL WHERE id = $1 AND refund_key = $2
     AND ended_at IS NULL AND NOT EXISTS (SELECT FROM refund_requests WHERE key = $2 AND state <> 'failed')`,
    [claimId, refundKey],
  );

/** @throws Refusal 404, 409 */
async function openClaim({ db }: Tx, id: number): Promise<BuyerClaim> {
  const claim = await locked(db, BuyerClaim, { id });
  if (!claim) throw notFound('claim');
  if (!isOpen(claim.state)) throw claimEnded();
  await refuseWhileRefunding(db, claim);
  return claim;
}

type Decision = { outcome: ClaimDecisionForm['outcome']; decidedBy: number; decision: string };

/** The news of a refund may have ended the claim already; the audit log has the decision all the same. */
async function conclude(tx: Tx, claim: BuyerClaim, { outcome, ...decision }: Decision): Promise<void> {
  const before = claim.state;
  Object.assign(claim, decision);
  await endClaim(tx, claim, outcome);
  await tellDecided(tx, claim, { outcome, decidedBy: decision.decidedBy, before });
}

type DecidedFacts = { outcome: ClaimDecisionForm['outcome']; decidedBy: number; before: ClaimState };

const tellDecided = (tx: Tx, { id, state }: BuyerClaim, { outcome, decidedBy, before }: DecidedFacts) =>
  tx.emit(
    ...adminActed(
      decidedBy,
      'claim.decided',
      { type: 'claim', id, name: `Claim ${id}` },
      { before: { state: before, outcome: null }, after: { state, outcome } },
    ),
  );
