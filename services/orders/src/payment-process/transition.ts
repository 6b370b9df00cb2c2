import { inTx, inOrder, locked, type Tx } from '@shop/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { buyerNow } from '../buyers/buyer-now';
import { certify, changeCertificates } from '../certificates/certify';
import { announceHeld, claimAll, fromNow, release, type Claim, type ClaimState } from '../claims/claims';
import { eventOfDecision } from '../orders/order-events';
import type { OrderItem } from '../orders/order-item.entity';
import { decide, type Move, type News } from '../orders/order-process';
import { itemsOf } from '../orders/order-queries';
import { saveOrder } from '../orders/order-rows';
import { Order } from '../orders/order.entity';

/** For how long tracks are announced as held when no clock ends their hold. */
const CLEARING_NOTICE_MS = 30 * 24 * 3_600_000;
const CAPTURE_NOTICE_MS = 3_600_000;

/**
 * Carries out what the process decides about a payment (`orders/order-process.ts`). Nothing else moves an order: it moves the
 * claims on the tracks, saves the order with a line of its history, and emits the event. The caller has locked the order. `items`
 * are the order's, if the caller has read them already.
 * @returns whether the news changed anything
 * @throws TracksGone when the move needs all tracks and another order has one
 */
export async function transition(tx: Tx, order: Order, news: News, items?: readonly OrderItem[]): Promise<boolean> {
  const decision = decide(order, news);
  if (!decision) return false;
  const { move, fields, endReason } = decision;
  const claims = await moveClaims(tx, order, move, news, items);
  const accountEmail = endReason ? (await buyerNow(tx.db, order.buyerId)).accountEmail : null;
  Object.assign(order, fields);
  if (move.claims === 'sell' && 'sale' in news) Object.assign(order, await certify(tx.db, news.sale.items));
  if (move.certificates) await changeCertificates(tx.db, order.id, move.certificates);
  // An account can end more than once, each time with the same payment.
  const captureId = move.history === 'review' && news.kind !== 'account-ended' && 'captureId' in news ? news.captureId : null;
  await saveOrder(tx.db, order, { event: move.history, detail: news.detail, captureId });
  const claimVersions = new Map(claims.map((claim) => [claim.productId, claim.version]));
  const event = eventOfDecision(order, decision, news, { claimVersions, accountEmail });
  if (event) await tx.emit(event);
  return true;
}

/** Thrown when another order has a track of this payment. The caller rolls its transaction back and decides. */
export class TracksGone extends Error {
  constructor(readonly productIds: readonly number[]) {
    super(`The tracks ${productIds.join(', ')} belong to another order`);
  }
}

const CLAIMED: Record<Exclude<NonNullable<Move['claims']>, 'release'>, { state: ClaimState; needsAll: boolean }> = {
  reserve: { state: 'reserved', needsAll: false },
  hold: { state: 'capturing', needsAll: false },
  'hold all': { state: 'capturing', needsAll: true },
  sell: { state: 'sold', needsAll: true },
};

/**
 * Moves the claims on the order's tracks, and tells everybody who has them now.
 * @returns the claims that it took
 */
async function moveClaims(
  tx: Tx,
  order: Order,
  { claims }: Move,
  news: News,
  items?: readonly OrderItem[],
): Promise<readonly Claim[]> {
  if (!claims) return [];
  if (claims === 'release') {
    await release(tx, order.id);
    return [];
  }
  const { state, needsAll } = CLAIMED[claims];
  const productIds = (items ?? (await itemsOf(tx.db, order.id))).map((item) => item.productId);
  const { taken, refused } = await claimAll(tx.db, productIds, {
    orderId: order.id,
    buyerId: order.buyerId,
    state,
    seconds: 'seconds' in news ? news.seconds : undefined,
    fromOwnOrders: news.kind === 'restored',
  });
  if (needsAll && refused.length > 0) throw new TracksGone(refused);
  const until = await heldUntil(tx.db, news);
  if (until) await announceHeld(tx, order.id, taken, until);
  return taken;
}

/** Until when tracks are announced as held, or null when everybody knows already. Some may have been free meanwhile. */
async function heldUntil(db: EntityManager, news: News): Promise<Date | null> {
  switch (news.kind) {
    case 'attempt-failed':
    case 'restored':
      return news.reservedUntil;
    case 'capture-begun':
      return news.reservationRuns ? null : fromNow(db, CAPTURE_NOTICE_MS);
    case 'capture-pending':
    case 'capture-unfit':
    case 'capture-lost':
      return fromNow(db, CLEARING_NOTICE_MS);
    default:
      return null;
  }
}

/**
 * Locks an order and works on it in a transaction. `read` is sent with the lock, and sees what the lock waited for.
 * @returns the order after it
 */
export const withOrder = <Read = undefined>(
  source: DataSource,
  orderId: number,
  work: (tx: Tx, order: Order, read: Read) => Promise<unknown>,
  read?: (db: EntityManager) => Promise<Read>,
): Promise<Order> =>
  inTx(source, async (tx) => {
    const [order, facts] = await inOrder(tx.db, [
      (db) => locked(db, Order, { id: orderId }),
      (db) => Promise.resolve(read?.(db)),
    ]);
    if (!order) throw new Error(`There is no order ${orderId}`);
    await work(tx, order, facts as Read);
    return order;
  });
