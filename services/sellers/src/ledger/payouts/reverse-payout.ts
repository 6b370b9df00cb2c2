import { adminActed, PayoutReversed } from '@shop/contracts/events';
import type { PayoutReversalForm } from '@shop/contracts/forms';
import { notFound } from '@shop/http';
import type { Tx } from '@shop/messaging';
import { book, lockPayouts, postingsOf } from '../journal';
import { payoutsWhere } from './payouts-where';
import { reversed } from '../postings';
import { storeOf } from '../store-of';

/**
 * Takes back a payout that was recorded wrongly (docs/product/money-owed.md#taking-a-payout-back): a second transaction books the
 * amounts the other way round, so that they are due again and the reference is free. Nothing is erased; doing it again changes nothing.
 * @throws Refusal 404
 */
export async function reversePayout(
  { db, emit }: Tx,
  adminId: number,
  payoutId: number,
  { reason }: PayoutReversalForm,
): Promise<void> {
  await lockPayouts(db);
  const [payout] = await payoutsWhere(db, 't.id = $1', [payoutId]);
  if (!payout) throw notFound('payout');
  const { sellerId, storeName, amountCents, method, reference } = payout;
  const booked = await book(db, {
    kind: 'payout_reversal',
    ...{ sellerId, reason },
    reverses: payoutId,
    recordedBy: adminId,
    occurredAt: new Date(),
    postings: reversed(await postingsOf(db, payoutId)),
  });
  if (booked === null) return;
  const store = await storeOf(db, sellerId);
  if (store) await emit(PayoutReversed({ payoutId, ...store.said, amountCents, method, reference, reason }));
  await emit(
    ...adminActed(
      adminId,
      'payout.reversed',
      { type: 'payout', id: payoutId, name: storeName },
      { before: { sellerId, amountCents, method, reference }, after: null },
    ),
  );
}
