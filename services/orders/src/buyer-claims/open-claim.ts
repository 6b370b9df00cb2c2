import { CLAIM_DAYS } from '@shop/contracts/constants';
import { ClaimOpened } from '@shop/contracts/events';
import type { ClaimForm } from '@shop/contracts/forms';
import { addBusinessDays, dateIn } from '@shop/contracts/times';
import { conflict, forbidden, notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { freezeTrack } from '../freezes/freezes';
import { OrderItem } from '../orders/order-item.entity';
import { Order } from '../orders/order.entity';
import { isPaid } from '../payment-states';
import { BuyerClaim } from './buyer-claim.entity';
import { claimFacts, ownerOf } from './claim-events';

/**
 * A buyer reports a problem with a bought track, which is frozen from now on (docs/product/claims.md#reporting-a-problem). Days are
 * counted in `timeZone`; a day lasts until its end there.
 * @returns the claim's id
 * @throws Refusal 403 for foreign and unknown orders, 404 for a track that is not in it, 409 `not-paid`, `too-late`, `claim-open`
 */
export async function openClaim(
  tx: Tx,
  buyerId: number,
  orderId: number,
  { productId, reason, text }: ClaimForm,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<number> {
  const { db } = tx;
  const order = await locked(db, Order, { id: orderId });
  if (order?.buyerId !== buyerId) throw forbidden();
  const item = await db.findOneBy(OrderItem, { orderId, productId });
  if (!item) throw notFound('track in this order');
  const open = await db.query<{ id: number }[]>(
    'SELECT id FROM buyer_claims WHERE order_id = $1 AND product_id = $2 AND ended_at IS NULL',
    [orderId, productId],
  );
  if (open[0])
    throw conflict('claim-open', 'You have reported a problem with this track already.', { details: { claimId: open[0].id } });
  if (!order.paidAt || !isPaid(order)) throw conflict('not-paid', 'A problem can be reported once the order is paid.');
  const today = dateIn(timeZone, now);
  if (today > addBusinessDays(dateIn(timeZone, order.paidAt), CLAIM_DAYS.report))
    throw conflict(
      'too-late',
      `A problem can be reported within ${CLAIM_DAYS.report} business days of the payment. Please write to us instead.`,
    );

  const hasSeller = (await ownerOf(db, item.sellerId)) !== null;
  const [{ id }] = await db.query<[{ id: number }]>(
    `INSERT INTO buyer_claims (order_id, product_id, buyer_id, seller_id, reason, opened_at, seller_due_at, house_due_at)
     VALUES ($1, $2, $3, $4, $5, $6, ${endOf('$7')}, ${endOf('$8')}) RETURNING id`.replaceAll('$zone', '$9'),
    [
      ...[orderId, productId, buyerId, item.sellerId, reason, now],
      hasSeller ? addBusinessDays(today, CLAIM_DAYS.seller) : null,
      addBusinessDays(today, CLAIM_DAYS.house),
      timeZone,
    ],
  );
  await db.query(`INSERT INTO claim_messages (claim_id, author_id, side, text) VALUES ($1, $2, 'buyer', $3)`, [
    id,
    buyerId,
    text,
  ]);
  await freezeTrack(tx, { orderId, productId }, { kind: 'claim', id: String(id) });
  const claim = await db.findOneByOrFail(BuyerClaim, { id });
  await tx.emit(
    ClaimOpened({
      ...(await claimFacts(db, claim)),
      sellerDueAt: claim.sellerDueAt?.toISOString() ?? null,
      houseDueAt: claim.houseDueAt.toISOString(),
    }),
  );
  return id;
}

/** SQL for the end of a day of the shop's calendar. */
const endOf = (date: string) => `((${date}::date + 1)::timestamp AT TIME ZONE $zone)`;
