import type { EntityManager } from 'typeorm';
import type { DisputeAction } from '@shop/contracts/constants';
import type { ProviderDispute } from '../payments/payment-gateway';

/** How long PayPal may take to show an act whose answer was lost. After it, the act counts as not done. */
const SHOWN_WITHIN = '2 minutes';

/** The shop's own number of an act, which stands in what PayPal and the buyer read. */
export const numberOf = (actId: number): string => `[Ref. A${actId}]`;

type UnsettledAct = { id: number; action: DisputeAction; isOld: boolean };

/**
 * Settles the act whose outcome nobody knows, by what PayPal shows of the dispute: our number in its texts, or that the act is no
 * longer allowed because it took effect. Nothing is sent again before that. The caller has locked the dispute.
 */
export async function settleActs(db: EntityManager, { id, ourTexts, actions, status }: ProviderDispute): Promise<void> {
  const [act] = await db.query<UnsettledAct[]>(
    `SELECT id, action, asked_at < now() - interval '${SHOWN_WITHIN}' AS "isOld" FROM dispute_acts WHERE dispute_id = $1 AND state = 'asked'`,
    [id],
  );
  if (!act) return;
  const isShown = ourTexts.some((text) => text.includes(numberOf(act.id)));
  const tookEffect =
    (act.action === 'accept-claim' && status === 'RESOLVED') || (act.action === 'escalate' && !actions.includes('escalate'));
  if (isShown || tookEffect) await settleAct(db, act.id, null);
  else if (act.isOld) await settleAct(db, act.id, 'NOT_SHOWN');
}

/** An act that is asked is done, or failed for a reason of PayPal's. */
export const settleAct = (db: EntityManager, actId: number, failure: string | null): Promise<unknown> =>
  db.query(
    `UPDATE dispute_acts SET state = CASE WHEN $2::text IS NULL THEN 'done' ELSE 'failed' END, failure = $2, settled_at = now()
     WHERE id = $1 AND state = 'asked'`,
    [actId, failure],
  );
