import { PayoutRecorded, PayoutReturned, PayoutUnclaimed } from '@shop/contracts/events';
import { formatCents } from '@shop/contracts/pricing';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { holdPaid, holdWhole } from '../ledger/held-lines';
import { book, lockPayouts, postingsOf } from '../ledger/journal';
import { payoutsWhere } from '../ledger/payouts/payout-queries';
import { feePostings, payoutPostings, reversalOf } from '../ledger/postings';
import { storeOf } from '../ledger/store-of';
import { maskAddress } from '../stores/payout-details';
import { isOver, itemsOf, lockedBatch, stateAfter, type Batch, type Item } from './batch';
import type { ItemNews, LookOutcome } from './paypal-payouts';

/**
 * Takes PayPal's view of a batch, once and whatever came before (docs/product/payouts.md#states). A paid item books its payout, one
 * that came back gives its lines back. A batch is done when nothing of it can be expected; later news, such as a reversal, still count.
 */
export async function settle(tx: Tx, batchId: number, outcome: LookOutcome): Promise<void> {
  const { db } = tx;
  await lockPayouts(db);
  const batch = await lockedBatch(db, batchId);
  if (outcome.kind === 'unknown') return askLater(db, batch);
  const isDenied = outcome.status === 'DENIED' || outcome.status === 'CANCELED';
  const news = new Map(outcome.items.map((item) => [item.itemId, item]));
  const items = await itemsOf(db, batchId);
  const states: Item['state'][] = [];
  for (const item of items) {
    const itemNews = news.get(item.id);
    if (itemNews && itemNews.amountCents !== item.amountCents) await noteDifference(db, item, itemNews);
    const fits = itemNews?.amountCents === item.amountCents ? itemNews : null;
    if (isDenied) states.push(await apply(tx, batch, item, fits ? { ...fits, status: 'FAILED' } : deniedNews(item)));
    else states.push(fits ? await apply(tx, batch, item, fits) : item.state);
  }
  if (!states.every(isOver)) return askLater(db, batch);
  await db.query(`UPDATE payout_batches SET state = $2, ask_at = ${unlessAsked('NULL')}, failure = NULL WHERE id = $1`, [
    batchId,
    isDenied && states.every((state) => state === 'failed') ? 'denied' : 'done',
  ]);
}

const deniedNews = ({ id, amountCents }: Item): ItemNews => ({
  itemId: id,
  paypalItemId: null,
  status: 'FAILED',
  transactionId: null,
  feeCents: 0,
  amountCents,
  error: 'PayPal denied the batch',
});

/** SQL for the time of the next look, unless news have come while PayPal was asked. */
const unlessAsked = (time: string) => `CASE WHEN ask_at <= clock_timestamp() THEN ask_at ELSE ${time} END`;

/** Young batches are looked at often, those that wait for a person each hour. */
async function askLater(db: EntityManager, { id }: Batch): Promise<void> {
  const pause = `least(interval '1 hour', greatest(interval '15 seconds', (now() - sent_at) / 10))`;
  await db.query(`UPDATE payout_batches SET ask_at = ${unlessAsked(`now() + ${pause}`)} WHERE id = $1`, [id]);
}

const noteDifference = (db: EntityManager, { id, amountCents }: Item, itemNews: ItemNews) =>
  db.query('UPDATE payout_items SET failure = $2 WHERE id = $1', [
    id,
    `PayPal shows ${formatCents(itemNews.amountCents)} for this payout, the shop ${formatCents(amountCents)}: please look at PayPal.`,
  ]);

/** @returns the state of the payout from now on */
async function apply(tx: Tx, batch: Batch, item: Item, news: ItemNews): Promise<Item['state']> {
  const state = stateAfter(item.state, news.status);
  const knownItem = {
    ...item,
    transactionId: news.transactionId ?? item.transactionId,
    feeCents: news.feeCents ?? item.feeCents,
  };
  if (state === item.state && knownItem.transactionId === item.transactionId) return state;
  // What came back before anybody saw it paid was paid all the same: its fee is gone.
  const payoutId = state === 'paid' || state === 'reversed' ? (item.payoutId ?? (await bookPayout(tx, batch, knownItem))) : null;
  await tx.db.query(
    `UPDATE payout_items SET state = $2, transaction_id = $3, fee_cents = $4, payout_id = coalesce($5, payout_id), failure = $6
     WHERE id = $1`,
    [
      item.id,
      state,
      knownItem.transactionId,
      state === 'paid' || item.payoutId === null ? knownItem.feeCents : item.feeCents,
      payoutId,
      failureOf(state, news),
    ],
  );
  if (state === item.state) return state;
  if (state === 'reversed' && payoutId !== null) await reverse(tx, batch, item, payoutId);
  await announce(tx, { ...knownItem, state }, news);
  return state;
}

const FAILURES: Partial<Record<Item['state'], string>> = {
  unclaimed: 'PayPal waits until the seller has an account with this address; after 30 days it gives the money back.',
  'on-hold': 'PayPal holds it back and decides by itself. Nothing is to be done here.',
  returned: 'PayPal gave it back. Its sales are due again: ask the seller for another address, or pay them by hand.',
  failed: 'PayPal did not pay it. Its sales are due again: ask the seller for another address, or pay them by hand.',
  reversed: 'It was paid and came back. Its sales are due again: ask the seller before you pay them anew.',
};

function failureOf(state: Item['state'], { error }: ItemNews): string | null {
  const failure = FAILURES[state];
  return failure ? `${failure}${error ? ` PayPal says: ${error}.` : ''}` : null;
}

/** Books the payout as recording it by hand does, and PayPal's fee; or the fee alone, for one that an admin has recorded by PayPal's id. */
async function bookPayout({ db, emit }: Tx, batch: Batch, item: Item): Promise<number> {
  const { id, sellerId, amountCents, feeCents, transactionId } = item;
  const reference = transactionId ?? `${batch.paypalId ?? batch.ref} ${id}`;
  const recorded = (
    await payoutsWhere(db, `t.seller_id = $1 AND t.method = 'paypal' AND lower(t.reference) = lower($2)`, [sellerId, reference])
  ).find(({ undone }) => !undone);
  if (recorded) {
    await holdPaid(db, id);
    const fee = { kind: 'payout_fee', sellerId: null, itemId: id, reference, postings: feePostings(feeCents) } as const;
    if (feeCents > 0) await book(db, { ...fee, occurredAt: new Date() });
    return recorded.id;
  }
  const payout = { sellerId, method: 'paypal', reference } as const;
  const payoutId = await book(db, {
    kind: 'payout',
    ...payout,
    occurredAt: new Date(),
    key: `item ${id}`,
    recordedBy: batch.sentBy ?? batch.createdBy,
    postings: payoutPostings(amountCents, feeCents),
  });
  if (payoutId === null) throw new Error(`payout item ${id} was booked before`);
  await holdPaid(db, id);
  const store = await storeOf(db, sellerId);
  if (store) await emit(PayoutRecorded({ payoutId, ...store.said, amountCents, method: 'paypal', reference }));
  return payoutId;
}

/** Books the amount back. The fee stays PayPal's. */
async function reverse({ db }: Tx, batch: Batch, { id, sellerId }: Item, payoutId: number): Promise<void> {
  const paidCents = (await postingsOf(db, payoutId)).find(({ account }) => account === 'seller')?.amountCents ?? 0;
  await book(db, {
    kind: 'payout_reversal',
    sellerId,
    reason: `PayPal gave payout ${id} of batch #${batch.id} back.`,
    reverses: payoutId,
    recordedBy: batch.sentBy ?? batch.createdBy,
    occurredAt: new Date(),
    postings: reversalOf(payoutPostings(paidCents)),
  });
  await holdWhole(db, sellerId);
}

async function announce({ db, emit }: Tx, item: Item, { error }: ItemNews): Promise<void> {
  const { id: payoutItemId, sellerId, amountCents, payTo, state } = item;
  const store = await storeOf(db, sellerId);
  if (!store) return;
  const payout = { payoutItemId, ...store.said, amountCents, paidTo: `PayPal ${maskAddress(payTo)}` };
  if (state === 'unclaimed') await emit(PayoutUnclaimed(payout));
  if (state === 'returned' || state === 'failed' || state === 'reversed')
    await emit(PayoutReturned({ ...payout, reason: error ?? REASONS[state] }));
}

const REASONS = {
  returned: 'It was not claimed in time',
  failed: 'PayPal could not pay it',
  reversed: 'It was given back to us',
};
