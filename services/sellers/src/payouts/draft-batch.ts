import { adminActed } from '@shop/contracts/events';
import type { PayoutBatchForm } from '@shop/contracts/forms';
import { formatCents } from '@shop/contracts/pricing';
import { conflict } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { dateIn } from '../ledger/due-date';
import { lockPayouts } from '../ledger/journal';
import { feeOf, type LeftOut, type PayoutParts } from './batch';
import { payableLines, sumOf, type Payable, type PayableLine } from './payable-lines';

/** A batch stays below the limit of one page of PayPal's answer. */
const MOST_ITEMS = 500;

type Payee = {
  sellerId: number;
  storeName: string;
  method: 'paypal' | 'card' | null;
  paypalEmail: string | null;
  confirmed: boolean;
};

/**
 * Makes a batch of what is due: whole lines, oldest due first, one payout for each seller (docs/product/payouts.md#what-is-in-a-batch).
 * Nothing is sent. What stays out is kept with the reason.
 * @returns the batch's id
 * @throws Refusal 409 `nothing-due` when no seller can be paid by PayPal
 */
export async function draftBatch(
  { db, emit }: Tx,
  adminId: number,
  { sellerIds }: PayoutBatchForm,
  { timeZone, minCents, clock }: PayoutParts,
): Promise<number> {
  await lockPayouts(db);
  const payables = await payableLines(db, dateIn(timeZone, clock()), { sellerIds });
  const payees = await payeesOf(
    db,
    payables.map(({ sellerId }) => sellerId),
  );
  const decisions = payables.map((payable) => decide(payable, payees.get(payable.sellerId), minCents));
  const payouts = decisions.flatMap(({ payout }) => payout ?? []).slice(0, MOST_ITEMS);
  const leftOut = decisions.flatMap((decision) => decision.leftOut);
  if (payouts.length === 0) throw conflict('nothing-due', 'Nothing is due that PayPal could pay.', { details: { leftOut } });

  const [{ id }] = await db.query<[{ id: number }]>(
    `INSERT INTO payout_batches (state, created_by, left_out) VALUES ('draft', $1, $2) RETURNING id`,
    [adminId, JSON.stringify(leftOut)],
  );
  for (const payout of payouts) await saveItem(db, id, payout);
  const totalCents = payouts.reduce((sum, { lines }) => sum + sumOf(lines), 0);
  await emit(
    ...adminActed(
      adminId,
      'payout-batch.drafted',
      { type: 'payout-batch', id, name: `#${id}` },
      { before: null, after: { sellers: payouts.length, totalCents } },
    ),
  );
  return id;
}

type Payout = { sellerId: number; payTo: string; lines: PayableLine[] };

function decide({ sellerId, lines, held }: Payable, payee: Payee | undefined, minCents: number) {
  const storeName = payee?.storeName ?? `Store ${sellerId}`;
  const leftOut: LeftOut[] = held.map((line) => ({ sellerId, storeName, ...line }));
  const amountCents = sumOf(lines);
  if (amountCents === 0) return { payout: null, leftOut };
  const reason = whyNot(payee, amountCents, minCents);
  if (reason !== null || !payee?.paypalEmail)
    return {
      payout: null,
      leftOut: [...leftOut, { sellerId, storeName, amountCents, reason: reason ?? 'There is no address.' }],
    };
  return { payout: { sellerId, payTo: payee.paypalEmail, lines } satisfies Payout, leftOut };
}

/** Why PayPal cannot pay a seller; null when it can. */
function whyNot(payee: Payee | undefined, amountCents: number, minCents: number): string | null {
  if (!payee?.method) return 'The store has no payout details.';
  if (payee.method === 'card') return 'The store is paid to a card: send the money yourself and record it.';
  if (!payee.confirmed) return 'The seller has not confirmed the PayPal address.';
  return amountCents < minCents ? `It is less than the minimum of ${formatCents(minCents)}.` : null;
}

/** Where sellers are paid to. An address is confirmed by the link mailed to it, or when the seller's account has it. */
export async function payeesOf(db: EntityManager, sellerIds: readonly number[]): Promise<Map<number, Payee>> {
  const payees = await db.query<Payee[]>(
    `SELECT s.id AS "sellerId", s.store_name AS "storeName", s.payment_method AS method, s.paypal_email AS "paypalEmail",
       coalesce(s.paypal_email = s.confirmed_paypal OR lower(s.paypal_email) = lower(owner.email), false) AS confirmed
     FROM sellers s LEFT JOIN user_copies owner ON owner.user_id = s.user_id AND NOT owner.deleted WHERE s.id = ANY($1)`,
    [sellerIds],
  );
  return new Map(payees.map((payee) => [payee.sellerId, payee]));
}

async function saveItem(db: EntityManager, batchId: number, { sellerId, payTo, lines }: Payout): Promise<void> {
  const amountCents = sumOf(lines);
  await db.query(
    `WITH item AS (
       INSERT INTO payout_items (batch_id, seller_id, pay_to, amount_cents, fee_cents, state)
       VALUES ($1, $2, $3, $4, $5, 'draft') RETURNING id
     ) INSERT INTO payout_item_lines (item_id, sale_id, amount_cents)
       SELECT item.id, sale, cents FROM item, unnest($6::int[], $7::int[]) AS line (sale, cents)`,
    [
      ...[batchId, sellerId, payTo, amountCents, feeOf(amountCents)],
      lines.map(({ saleId }) => saleId),
      lines.map((line) => line.amountCents),
    ],
  );
}
