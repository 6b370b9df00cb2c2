import { MAY } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import type { ClaimDecisionForm } from '@shop/contracts/forms';
import { conflict, forbidden, hasRole, notFound, type UserCaller } from '@shop/http';
import { inTx, locked, type Tx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { itemsOf } from '../orders/order-queries';
import { recordRefund } from '../refunds/refund-order';
import { BuyerClaim } from './buyer-claim.entity';
import { isOpen } from './claim-process';
import { claimEnded, endClaim, refuseWhileRefunding } from './end-claim';

/** How the money goes back: the part of a decision that is a refund. */
type RefundForm = NonNullable<ClaimDecisionForm['refund']>;

/**
 * Gives the money of a claimed track back, in transactions of its own. Until single tracks can be refunded, it writes down the refund of
 * the whole order, which must have no other track. Doing it again for the same claim changes nothing.
 * @throws Refusal 409 `not-whole`, and the refusals of a refund
 */
const refundForClaim = (source: DataSource, adminId: number, { orderId }: BuyerClaim, refund: RefundForm): Promise<unknown> =>
  inTx(source, async (tx) => {
    if ((await itemsOf(tx.db, orderId)).length > 1)
      throw conflict(
        'not-whole',
        'The order has other tracks too, and only the whole order can be refunded. Repair or refuse, or refund the order itself.',
      );
    return recordRefund(tx, adminId, orderId, refund);
  });

/**
 * The house decides a claim (docs/product/claims.md#the-decision). Of two decisions at once one is refused, before any money moves. A
 * refund that was interrupted may be decided again after some minutes; if the money had gone back, the claim has ended by itself.
 * @throws Refusal 403 for support, which may only repair; 404; 409 `claim-ended`, `being-decided`, and the refusals of a refund
 */
export async function decideClaim(
  source: DataSource,
  caller: UserCaller,
  claimId: number,
  form: ClaimDecisionForm,
): Promise<void> {
  const { outcome, reason, refund } = form;
  if (outcome !== 'repair' && !hasRole(caller, MAY.changeMoney)) throw forbidden('Only finance and owners refund or refuse.');
  const decision = { decidedBy: caller.userId, decision: reason };
  if (!refund) return inTx(source, async (tx) => conclude(tx, await openClaim(tx, claimId), { outcome, ...decision }));

  const claim = await inTx(source, async (tx) => {
    const open = await openClaim(tx, claimId);
    Object.assign(open, decision, { refundBegunAt: new Date() });
    return tx.db.save(open);
  });
  try {
    await refundForClaim(source, caller.userId, claim, refund);
  } catch (error) {
    await source.manager.update(BuyerClaim, { id: claimId }, { refundBegunAt: null, decidedBy: null, decision: null });
    throw error;
  }
  await inTx(source, async (tx) => {
    const refunded = await locked(tx.db, BuyerClaim, { id: claimId });
    if (refunded) await conclude(tx, refunded, { outcome, ...decision });
  });
}

/** @throws Refusal 404, 409 */
async function openClaim({ db }: Tx, id: number): Promise<BuyerClaim> {
  const claim = await locked(db, BuyerClaim, { id });
  if (!claim) throw notFound('claim');
  if (!isOpen(claim.state)) throw claimEnded();
  refuseWhileRefunding(claim);
  return claim;
}

type Decision = { outcome: ClaimDecisionForm['outcome']; decidedBy: number; decision: string };

/** The news of a refund may have ended the claim already; the audit log has the decision all the same. */
async function conclude(tx: Tx, claim: BuyerClaim, { outcome, ...decision }: Decision): Promise<void> {
  const before = { state: claim.state };
  Object.assign(claim, decision);
  await endClaim(tx, claim, outcome);
  await tx.emit(
    ...adminActed(
      decision.decidedBy,
      'claim.decided',
      { type: 'claim', id: claim.id, name: `Claim ${claim.id}` },
      { before: { ...before, outcome: null }, after: { state: claim.state, outcome } },
    ),
  );
}
