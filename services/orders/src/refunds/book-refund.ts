import type { RefundBorneBy } from '@shop/contracts/constants';
import { RefundDone } from '@shop/contracts/events';
import { rowsOf, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { buyerNow } from '../buyers/buyer-now';
import { changeCertificatesOf } from '../certificates/certify';
import { oweCreditNote } from '../invoices/credit-notes-due';
import type { Order } from '../orders/order.entity';
import { itemsOf } from '../orders/order-queries';
import { revokeLinksOfTrack } from '../revoke-links';
import { RefundRequest, type SplitItem } from '../orders/refund-request.entity';
import { piecesOf, restOf, splitOf, type Rest, type Split } from './refund-split';

/** Money that went back for a sale: how much is back with it, of how much that was taken. */
type Booking = { refundId: string; amountCents: number; backCents: number; takenCents: number; at: Date };
/** What the admin who asked for the refund decided. */
type RefundTerms = Split & { borneBy: RefundBorneBy };

/**
 * Books money of a sale that is back, once: its split over tracks and fee, the links and certificates that end with it, and the event.
 * `terms` is missing for money that went back at PayPal's own pages or by another way: the sale bears it, and a part of it ends no
 * link. The caller has locked the order, and stored the refund. A full refund has ended all links and certificates already, and has its
 * credit note.
 */
export async function bookRefund(tx: Tx, order: Order, booking: Booking, terms?: RefundTerms): Promise<void> {
  const { db, emit } = tx;
  const { refundId, amountCents, backCents, takenCents, at } = booking;
  const full = backCents >= takenCents;
  const asAsked = terms?.amountCents === amountCents ? terms : null;
  const { items, feeCents } = asAsked ?? splitOf(amountCents, await restBefore(db, order, booking), full);
  const borneBy = terms?.borneBy ?? 'sale';
  const split = { amountCents, feeCents, items: full ? items.map((item) => ({ ...item, linkEnded: true })) : items };
  await db.query(
    'INSERT INTO refund_splits (refund_id, order_id, amount_cents, fee_cents, items, borne_by) VALUES ($1, $2, $3, $4, $5, $6)',
    [refundId, order.id, amountCents, feeCents, JSON.stringify(split.items), borneBy],
  );
  if (!full) {
    await endLinks(tx, order.id, split.items);
    await oweCreditNote(db, { orderId: order.id, refundId, ...split, full });
  }
  const trackNames = new Map((await itemsOf(db, order.id)).map(({ productId, name }) => [productId, name]));
  await emit(
    RefundDone({
      orderId: order.id,
      version: order.version,
      buyerId: order.buyerId,
      accountEmail: (await buyerNow(db, order.buyerId)).accountEmail,
      refundId,
      amountCents,
      feeCents,
      borneBy,
      items: split.items.map((item) => ({ ...item, name: trackNames.get(item.productId) ?? '' })),
      full,
      backCents,
      takenCents,
      occurredAt: at.toISOString(),
    }),
  );
}

/** What was left before it; refunds on their way keep what they will give back, unless this one has taken it. */
async function restBefore(db: EntityManager, order: Order, { amountCents, backCents }: Booking): Promise<Rest> {
  const earlierCents = backCents - amountCents;
  const rest = await restOfOrder(db, order, earlierCents, await openRefunds(db, order.id));
  const restCents = rest.pieces.reduce((total, piece) => total + piece.restCents, rest.feeCents);
  return restCents >= amountCents ? rest : restOfOrder(db, order, earlierCents);
}

/** The refunds of an order that are asked or pending at PayPal. */
export const openRefunds = (db: EntityManager, orderId: number) =>
  rowsOf(db, RefundRequest, `WHERE order_id = $1 AND state IN ('asked', 'pending') ORDER BY id`, [orderId]);

/** Ends the links to what went back, and the certificates of tracks. The other tracks of the order keep theirs. */
async function endLinks(tx: Tx, orderId: number, items: readonly SplitItem[]): Promise<void> {
  const endedItems = items.filter(({ linkEnded }) => linkEnded);
  const tracks = endedItems.filter(({ project }) => !project).map(({ productId }) => productId);
  const projects = endedItems
    .filter(({ project, productId }) => project && !tracks.includes(productId))
    .map(({ productId }) => productId);
  await tx.db.query(
    `UPDATE order_items SET refunded = CASE WHEN product_id = ANY($2) THEN 'track' ELSE 'project' END
     WHERE order_id = $1 AND (product_id = ANY($2) OR product_id = ANY($3)) AND refunded IS DISTINCT FROM 'track'`,
    [orderId, tracks, projects],
  );
  for (const productId of tracks) await revokeLinksOfTrack(tx, orderId, productId);
  await changeCertificatesOf(tx.db, orderId, tracks, { change: 'revoked', reason: 'refund' });
}

/**
 * What of an order's tracks and fee is not given back. `backCents` is all that is back: what of it has no split, because an earlier
 * release stored it, counts as split like an amount without tracks. `also` are refunds that are still on their way.
 */
export async function restOfOrder(
  db: EntityManager,
  order: Order,
  backCents: number,
  also: readonly Split[] = [],
): Promise<Rest> {
  const pieces = piecesOf(order.feeCents, await itemsOf(db, order.id));
  const splits = await db.query<Split[]>(
    `SELECT amount_cents AS "amountCents", fee_cents AS "feeCents", items FROM refund_splits WHERE order_id = $1 ORDER BY booked_at, refund_id`,
    [order.id],
  );
  const unsplitCents = backCents - splits.reduce((total, split) => total + split.amountCents, 0);
  const earlier = unsplitCents > 0 ? [splitOf(unsplitCents, restOf(pieces, order.feeCents, splits), false)] : [];
  return restOf(pieces, order.feeCents, [...splits, ...earlier, ...also]);
}
