import assert from 'node:assert/strict';
import { adminActed, PayoutRecorded } from '@shop/contracts/events';
import type { PayoutForm } from '@shop/contracts/forms';
import { formatCents } from '@shop/contracts/pricing';
import type { PayoutView } from '@shop/contracts/views';
import { notFound, Refusal } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { balancesOf } from '../balances';
import { dateIn } from '../due-date';
import { SENT_BY } from '../explain';
import { book, lockPayouts, sourceOf } from '../journal';
import type { Calendar } from '../ledger-queries';
import { payoutsWhere, type PayoutRow } from './payout-queries';
import { payoutPostings } from '../postings';
import { refuseDoubtfulPayout } from './refuse-doubtful-payout';
import { storeOf } from '../store-of';
import { subsidisedIn, sumOfSubsidies } from './subsidies';

/**
 * Writes down a payout that an admin has sent to a seller (docs/product/money-owed.md#recording-a-payout). The form's `key` makes
 * a repeated request the same payout; a payment's reference keeps two admins from recording it twice.
 * @returns the payout
 * @throws Refusal 404; 409 `not-due` when less is due and the form does not confirm it, `reference-known`, `key-used` when the
 * key belongs to another payout, `payout-blocked` when PayPal's books differ about the seller's sales, `confirmation-required`
 * when there are doubts that the form does not confirm
 */
export async function recordPayout(
  { db, emit }: Tx,
  adminId: number,
  sellerId: number,
  form: PayoutForm,
  calendar: Calendar,
): Promise<PayoutView> {
  await lockPayouts(db);
  const store = await storeOf(db, sellerId);
  if (!store) throw notFound('seller');
  const before = await findRecorded(db, form);
  if (before) return sameAs(before, sellerId, form);
  await refuseKnownReference(db, form);

  const { amountCents, method, reference } = form;
  const underWayCents = await underWay(db, sellerId);
  const dueCents = Math.max(0, (await balancesOf(db, sellerId, calendar.today)).dueCents - underWayCents);
  const isBeyondDue = amountCents > dueCents;
  // A refund may have come after the money was sent.
  if (isBeyondDue && !form.beyondDue)
    throw new Refusal(
      'conflict',
      'not-due',
      `Only ${formatCents(dueCents)} is due to ${store.said.storeName}${underWayCents > 0 ? `, beside ${formatCents(underWayCents)} in a batch for PayPal` : ''}.${await lastPayout(db, sellerId, calendar)}`,
      { field: 'amountCents', details: { dueCents } },
    );
  const subsidisedSales = await subsidisedIn(db, sellerId, amountCents);
  await refuseDoubtfulPayout(db, sellerId, subsidisedSales, form.confirm ?? false);

  const occurredAt = new Date();
  const payoutId = await book(db, {
    kind: 'payout',
    ...{ sellerId, method, reference, occurredAt },
    key: form.key,
    recordedBy: adminId,
    postings: payoutPostings(amountCents),
  });
  assert(payoutId, 'a payout with this key was looked for before');
  const payout = { payoutId, ...store.said, amountCents, method, reference };
  await emit(
    PayoutRecorded(payout),
    ...adminActed(
      adminId,
      'payout.recorded',
      { type: 'payout', id: payoutId, name: store.said.storeName },
      {
        before: null,
        after: {
          sellerId,
          amountCents,
          ...(subsidisedSales.length > 0 && { subsidyCents: sumOfSubsidies(subsidisedSales) }),
          method,
          reference,
          ...(form.confirm && { confirmed: true }),
          ...(isBeyondDue && { beyondDue: true }),
        },
      },
    ),
  );
  return { id: payoutId, sellerId, amountCents, method, reference, at: occurredAt.toISOString() };
}

/** The cents of a seller that are in batches of payouts and not paid yet. */
async function underWay(db: EntityManager, sellerId: number): Promise<number> {
  const [{ cents }] = await db.query<[{ cents: number }]>(
    `SELECT coalesce(sum(amount_cents), 0)::int AS cents FROM payout_items
     WHERE seller_id = $1 AND state IN ('draft', 'sent', 'unclaimed', 'on-hold')`,
    [sellerId],
  );
  return cents;
}

/** The last payout that stands, in words: it may be the one that is being recorded. */
async function lastPayout(db: EntityManager, sellerId: number, { timeZone }: Calendar): Promise<string> {
  const last = (await payoutsWhere(db, 't.seller_id = $1', [sellerId])).findLast(({ undone }) => !undone);
  if (!last) return '';
  const { at, amountCents, method, reference } = last;
  const day = dateIn(timeZone, new Date(at));
  return ` The last payout was recorded on ${day}: ${formatCents(amountCents)}, sent ${SENT_BY[method]}, reference ${reference}.`;
}

const findRecorded = async (db: EntityManager, { key }: PayoutForm) =>
  (await payoutsWhere(db, 't.source = $1', [sourceOf({ kind: 'payout', key })]))[0];

function sameAs(before: PayoutRow, sellerId: number, form: PayoutForm): PayoutView {
  const { undone, storeName, ...payout } = before;
  const same =
    !undone &&
    payout.sellerId === sellerId &&
    (['amountCents', 'method', 'reference'] as const).every((field) => payout[field] === form[field]);
  if (same) return payout;
  throw new Refusal('conflict', 'key-used', `This form has already recorded a payout to ${storeName}.`, { field: 'key' });
}

async function refuseKnownReference(db: EntityManager, { method, reference }: PayoutForm) {
  const payouts = await payoutsWhere(db, 't.method = $1 AND lower(t.reference) = lower($2)', [method, reference]);
  const standing = payouts.find(({ undone }) => !undone);
  if (!standing) return;
  throw new Refusal(
    'conflict',
    'reference-known',
    `This payment is recorded already: ${formatCents(standing.amountCents)} to ${standing.storeName}.`,
    { field: 'reference' },
  );
}
