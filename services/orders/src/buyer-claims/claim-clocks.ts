import { CLAIM_KEPT_DAYS } from '@shop/contracts/constants';
import { ClaimAnswerDue } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { deleteMessages } from './attachments';
import { BuyerClaim } from './buyer-claim.entity';
import { claimFacts } from './claim-events';

const AT_ONCE = 50;

type Due = { id: number; waitsFor: 'seller' | 'house'; late: boolean; dueAt: Date };

/** SQL for the promises whose last day has begun or is over at `$1`; of one that is over, only that it is late. */
const DUE = `
  SELECT id, waits_for AS "waitsFor", due_at <= $1 AS late, due_at AS "dueAt" FROM (
    SELECT id, 'seller' AS waits_for, seller_due_at AS due_at FROM buyer_claims WHERE state = 'open' AND seller_due_at IS NOT NULL
    UNION ALL SELECT id, 'house', house_due_at FROM buyer_claims WHERE ended_at IS NULL
  ) promised WHERE due_at <= $1::timestamptz + interval '24 hours'`;

/**
 * Tells once when an answer to a claim is due within a day, and once when it is late, with several replicas too
 * (docs/product/claims.md#clocks). `now` is the shop's clock.
 * @returns how many it told
 */
export const remindOfClaims = (source: DataSource, now = new Date()): Promise<number> =>
  inTx(source, async ({ db, emit }) => {
    const due = await db.query<Due[]>(
      `WITH told AS (
         INSERT INTO claim_reminders (claim_id, waits_for, late)
         SELECT id, "waitsFor", late FROM (${DUE}) due
         WHERE NOT EXISTS (SELECT FROM claim_reminders WHERE claim_id = id AND waits_for = "waitsFor" AND claim_reminders.late = due.late)
         ORDER BY 1, 2 LIMIT ${AT_ONCE} ON CONFLICT DO NOTHING RETURNING *)
       SELECT due.* FROM told JOIN (${DUE}) due ON due.id = claim_id AND due."waitsFor" = waits_for ORDER BY 1, 2`,
      [now],
    );
    for (const { id, waitsFor, late, dueAt } of due) {
      const claim = await db.findOneByOrFail(BuyerClaim, { id });
      await emit(ClaimAnswerDue({ ...(await claimFacts(db, claim)), waitsFor, late, dueAt: dueAt.toISOString() }));
    }
    return due.length;
  });

/** Deletes messages and files of claims that ended a year ago. The claim itself stays with its order. */
export const forgetOldClaims = (db: EntityManager): Promise<unknown> =>
  deleteMessages(db, `claim_id IN (SELECT id FROM buyer_claims WHERE ended_at < now() - make_interval(days => $1))`, [
    CLAIM_KEPT_DAYS,
  ]);
