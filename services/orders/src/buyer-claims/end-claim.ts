import type { RefundState } from '@shop/contracts/constants';
import { ClaimEnded, type DataOf, type PaymentRefunded, type RefundDone } from '@shop/contracts/events';
import { conflict, forbidden } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { thawTrack } from '../freezes/freezes';
import { BuyerClaim } from './buyer-claim.entity';
import { CLAIM_MOVES, isOpen, type ClaimNews } from './claim-process';
import { claimFacts } from './claim-events';

/** For so long a refund that was begun for a claim keeps others from deciding it, before it is asked for. */
const REFUND_LEASE_MS = 5 * 60_000;

export const claimEnded = () => conflict('claim-ended', 'This has been decided meanwhile. Please look at it again.');

/**
 * Keeps a claim from another end while its money is on its way back, pending or with an unknown outcome. One whose refund has failed is
 * free. @throws Refusal 409 `being-decided`
 */
export async function refuseWhileRefunding(db: EntityManager, { refundBegunAt, refundKey }: BuyerClaim): Promise<void> {
  const [refund] = await db.query<{ state: RefundState }[]>('SELECT state FROM refund_requests WHERE key = $1', [refundKey]);
  const isBegun = refundBegunAt !== null && refundBegunAt.getTime() > Date.now() - REFUND_LEASE_MS;
  if (refund ? refund.state !== 'failed' : isBegun)
    throw conflict('being-decided', 'The money is being given back for this right now. Please look at it again in a moment.');
}

/**
 * Ends a claim that its caller has locked, and thaws the track for it: once, whoever else ends it too.
 * @returns whether the news ended it
 */
export async function endClaim(tx: Tx, claim: BuyerClaim, news: Exclude<ClaimNews, 'seller-wrote'>): Promise<boolean> {
  const state = CLAIM_MOVES[claim.state][news];
  if (!state) return false;
  const [{ now }] = await tx.db.query<[{ now: Date }]>('SELECT now()');
  // A decision whose refund failed is none.
  const noDecision = news === 'withdraw' ? { decidedBy: null, decision: null } : {};
  Object.assign(claim, { state, endedAt: now, refundBegunAt: null, version: claim.version + 1, ...noDecision });
  await tx.db.save(claim);
  await thawTrack(tx, claim, { kind: 'claim', id: String(claim.id) });
  await tx.emit(ClaimEnded({ ...(await claimFacts(tx.db, claim)), state, byHouse: claim.decidedBy !== null }));
  return true;
}

/**
 * The buyer takes a claim back. Doing it again changes nothing. @throws Refusal 403 for foreign and unknown claims, 409
 * `claim-ended`, `being-decided`
 */
export async function withdrawClaim(tx: Tx, buyerId: number, claimId: number): Promise<void> {
  const claim = await locked(tx.db, BuyerClaim, { id: claimId });
  if (claim?.buyerId !== buyerId) throw forbidden();
  if (claim.state === 'withdrawn') return;
  await refuseWhileRefunding(tx.db, claim);
  if (!(await endClaim(tx, claim, 'withdraw'))) throw claimEnded();
}

/** Ends the open claims of a refunded order, whoever gave the money back. */
export async function endClaimsWhenPaymentRefunded(tx: Tx, { orderId }: DataOf<typeof PaymentRefunded>): Promise<void> {
  for (const claim of await openClaims(tx, 'order_id = $1', [orderId])) await endClaim(tx, claim, 'money-went-back');
}

/** Ends the claim that a refund was made for, and the open claims about the tracks that went back with it, whoever asked for it. */
export async function endClaimsWhenRefundDone(tx: Tx, { orderId, refundId, items }: DataOf<typeof RefundDone>): Promise<void> {
  const tracks = items.filter(({ project, linkEnded }) => linkEnded && !project).map(({ productId }) => productId);
  const concernsItems = `order_id = $1 AND (product_id = ANY($2)
    OR refund_key = (SELECT key FROM refund_requests WHERE order_id = $1 AND provider_id = $3))`;
  for (const claim of await openClaims(tx, concernsItems, [orderId, tracks, refundId]))
    await endClaim(tx, claim, 'money-went-back');
}

/** Withdraws the open claims of a buyer whose account has ended. */
export async function withdrawClaimsOf(tx: Tx, buyerId: number): Promise<void> {
  for (const claim of await openClaims(tx, 'buyer_id = $1', [buyerId])) await endClaim(tx, claim, 'withdraw');
}

/** Open claims, locked one after the other. */
async function openClaims({ db }: Tx, condition: string, values: unknown[]): Promise<BuyerClaim[]> {
  const rows = await db.query<{ id: number }[]>(
    `SELECT id FROM buyer_claims WHERE ${condition} AND ended_at IS NULL ORDER BY id FOR UPDATE`,
    values,
  );
  const claims = await Promise.all(rows.map(({ id }) => db.findOneByOrFail(BuyerClaim, { id })));
  return claims.filter(({ state }) => isOpen(state));
}
