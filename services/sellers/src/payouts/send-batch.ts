import { formatCents } from '@shop/contracts/pricing';
import { conflict } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { lockPayouts } from '../ledger/journal';
import { batchActed, refuseChanged } from './approve-batch';
import { BATCH, batchClosed, itemsOf, lockedBatch, type Batch, type PayoutParts } from './batch';
import type { SendOutcome } from './paypal-payouts';
import { settle } from './settle-items';

/** Nobody else asks PayPal about a batch for this long after an attempt. */
const LEASE_S = 40;
/** PayPal knows the id of a batch for 30 days. Sending it after that could pay it twice. */
const KNOWN_DAYS = 29;

/**
 * Sends an approved batch (docs/product/payouts.md#sending). Its state says so before PayPal is called, so that whoever finds it
 * later repeats the call with the same id. Again changes nothing.
 * @throws Refusal 404; 409 `not-approved`, `second-admin`, `batch-changed`, `batch-closed`; 409 `payout-refused` when PayPal refuses it
 */
export async function sendBatch(source: DataSource, adminId: number, batchId: number, parts: PayoutParts): Promise<void> {
  const isBegun = await inTx(source, async ({ db, emit }) => {
    await lockPayouts(db);
    const batch = await lockedBatch(db, batchId);
    if (batch.state === 'cancelled') throw batchClosed(batch);
    if (batch.state === 'draft') throw conflict('not-approved', 'This batch is not approved yet.');
    if (batch.state !== 'approved') return false;
    const items = await itemsOf(db, batchId);
    refuseSameAdmin(
      batch,
      adminId,
      items.reduce((sum, { amountCents }) => sum + amountCents, 0),
      parts,
    );
    await refuseChanged(db, batch, items, parts);
    await db.query(
      `UPDATE payout_batches SET state = 'sending', sent_by = $2, sent_at = now(), attempts = 1, failure = NULL,
         ask_at = now() + make_interval(secs => ${LEASE_S}) WHERE id = $1`,
      [batchId, adminId],
    );
    await db.query(`UPDATE payout_items SET state = 'sent' WHERE batch_id = $1`, [batchId]);
    await emit(...batchActed(adminId, 'sent', batch, { sellers: items.length }));
    return true;
  });
  if (!isBegun) return;
  const refusal = await attempt(source, batchId, parts);
  if (refusal !== null) throw conflict('payout-refused', refusal);
}

function refuseSameAdmin({ approvedBy }: Batch, adminId: number, totalCents: number, { secondApprovalCents }: PayoutParts): void {
  if (secondApprovalCents !== null && totalCents > secondApprovalCents && approvedBy === adminId)
    throw conflict(
      'second-admin',
      `You approved this batch. Above ${formatCents(secondApprovalCents)}, another admin must send it.`,
    );
}

/**
 * Asks PayPal about every batch whose time has come: to take one whose outcome is unknown, by the same id, or how its payouts are.
 * Several processes may do so at once.
 */
export async function askPaypal(source: DataSource, parts: PayoutParts): Promise<void> {
  for (;;) {
    const [[batch]] = await source.query<[Batch[], number]>(
      `UPDATE payout_batches SET attempts = CASE WHEN state = 'sending' THEN attempts + 1 ELSE attempts END,
         ask_at = now() + make_interval(secs => ${LEASE_S})
       WHERE id = (SELECT id FROM payout_batches WHERE ask_at <= now() AND (state = 'sending' OR paypal_id IS NOT NULL) ORDER BY ask_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${BATCH}`,
    );
    if (!batch) return;
    if (batch.paypalId) await look(source, batch, batch.paypalId, parts);
    else await attempt(source, batch.id, parts);
  }
}

/** @returns PayPal's refusal in words, when it has not taken the batch */
async function attempt(source: DataSource, batchId: number, parts: PayoutParts): Promise<string | null> {
  const [batch] = await source.query<Batch[]>(`SELECT ${BATCH} FROM payout_batches WHERE id = $1`, [batchId]);
  if (batch?.state !== 'sending') return null;
  if (batch.sentAt && Date.now() - batch.sentAt.getTime() > KNOWN_DAYS * 24 * 3_600_000) {
    await source.query('UPDATE payout_batches SET ask_at = NULL, failure = $2 WHERE id = $1', [batchId, TOO_OLD]);
    return null;
  }
  const items = await itemsOf(source.manager, batchId);
  const subject = `Your sales at ${parts.siteName}`;
  const outcome = await parts.paypal.send({ ref: batch.ref, subject, items }, AbortSignal.timeout(parts.withinMs));
  return inTx(source, ({ db }) => conclude(db, batchId, outcome));
}

const TOO_OLD =
  "PayPal was asked for 29 days and never said whether it has this batch. Look for it in PayPal's report: docs/runbooks/payouts.md.";

async function conclude(db: EntityManager, batchId: number, outcome: SendOutcome): Promise<string | null> {
  const batch = await lockedBatch(db, batchId);
  if (batch.state !== 'sending') return null;
  if (outcome.kind === 'taken') {
    await db.query(
      `UPDATE payout_batches SET state = 'sent', paypal_id = $2, failure = NULL, ask_at = now() + interval '5 seconds' WHERE id = $1`,
      [batchId, outcome.paypalId],
    );
    return null;
  }
  const why = outcome.kind === 'refused' ? inWords(outcome) : `It is not known yet whether PayPal has it (${outcome.reason}).`;
  // After an attempt of unknown outcome, a refusal of the next one does not say that the first one failed.
  if (outcome.kind === 'refused' && batch.attempts === 1) {
    await db.query(`UPDATE payout_batches SET state = 'approved', ask_at = NULL, failure = $2 WHERE id = $1`, [batchId, why]);
    await db.query(`UPDATE payout_items SET state = 'draft' WHERE batch_id = $1`, [batchId]);
    return why;
  }
  await db.query('UPDATE payout_batches SET failure = $2 WHERE id = $1', [
    batchId,
    `${why} The shop asks again with the same id, so nothing is paid twice.`,
  ]);
  return null;
}

const WORDS: Record<string, string> = {
  INSUFFICIENT_FUNDS: 'The PayPal account has too little money for the payouts and their fees. Add money, then send it again.',
  SENDER_ACCOUNT_UNVERIFIED: 'PayPal has not verified your account yet. Verify it at PayPal, then send it again.',
  REQUIRED_SCOPE_MISSING: 'PayPal has not enabled payouts for your app. Ask PayPal to enable them, then send it again.',
  NOT_AUTHORIZED: 'PayPal has not enabled payouts for your app. Ask PayPal to enable them, then send it again.',
};

const inWords = ({ name, reason }: { name: string; reason: string }) =>
  WORDS[name] ?? WORDS[reason] ?? `PayPal refuses the batch (${reason || name}). Nothing was paid: send it again, or cancel it.`;

async function look(source: DataSource, batch: Batch, paypalId: string, parts: PayoutParts): Promise<void> {
  const outcome = await parts.paypal.lookUp(paypalId, AbortSignal.timeout(parts.withinMs));
  await inTx(source, (tx) => settle(tx, batch.id, outcome));
}
