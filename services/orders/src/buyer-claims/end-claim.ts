import { ClaimEnded, type DataOf, type PaymentRefunded } from '@shop/contracts/events';
import { conflict, forbidden } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { thawTrack } from '../freezes/freezes';
import { BuyerClaim } from './buyer-claim.entity';
import { CLAIM_MOVES, isOpen, type ClaimNews } from './claim-process';
import { claimFacts } from './claim-events';

/** For so long a refund that was begun for a claim keeps others from deciding it. */
const REFUND_LEASE_MS = 5 * 60_000;

export const claimEnded = () => conflict('claim-ended', 'This has been decided meanwhile. Please look at it again.');

/** @throws Refusal 409 `being-decided` while a refund for the claim is on its way */
export function refuseWhileRefunding({ refundBegunAt }: BuyerClaim, now = Date.now()): void {
  if (refundBegunAt && refundBegunAt.getTime() > now - REFUND_LEASE_MS)
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
  Object.assign(claim, { state, endedAt: now, refundBegunAt: null, version: claim.version + 1 });
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
  refuseWhileRefunding(claim);
  if (!(await endClaim(tx, claim, 'withdraw'))) throw claimEnded();
}

/** Ends the open claims of a refunded order, whoever gave the money back. */
export async function endClaimsWhenPaymentRefunded(tx: Tx, { orderId }: DataOf<typeof PaymentRefunded>): Promise<void> {
  for (const claim of await openClaims(tx, 'order_id', orderId)) await endClaim(tx, claim, 'money-went-back');
}

/** Withdraws the open claims of a buyer whose account has ended. */
export async function withdrawClaimsOf(tx: Tx, buyerId: number): Promise<void> {
  for (const claim of await openClaims(tx, 'buyer_id', buyerId)) await endClaim(tx, claim, 'withdraw');
}

/** Open claims, locked one after the other. */
async function openClaims({ db }: Tx, column: 'order_id' | 'buyer_id', value: number): Promise<BuyerClaim[]> {
  const rows = await db.query<{ id: number }[]>(
    `SELECT id FROM buyer_claims WHERE ${column} = $1 AND ended_at IS NULL ORDER BY id FOR UPDATE`,
    [value],
  );
  const claims = await Promise.all(rows.map(({ id }) => db.findOneByOrFail(BuyerClaim, { id })));
  return claims.filter(({ state }) => isOpen(state));
}
