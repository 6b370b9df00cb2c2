import type { EntityManager } from 'typeorm';
import { OrderItem } from '../orders/order-item.entity';
import { accountEmailsOf } from '../buyers/buyer-now';
import type { BuyerClaim } from './buyer-claim.entity';

/** The account of a store's owner; null for an unknown or closed store. */
export async function ownerOf(db: EntityManager, sellerId: number | null): Promise<number | null> {
  if (sellerId === null) return null;
  const [store] = await db.query<{ user_id: number }[]>(
    "SELECT user_id FROM stores WHERE seller_id = $1 AND status <> 'closed'",
    [sellerId],
  );
  return store?.user_id ?? null;
}

/** A claim as its events tell it, with the addresses of both sides that get mails about it. */
export async function claimFacts(db: EntityManager, claim: BuyerClaim) {
  const { id: claimId, version, orderId, productId, buyerId, sellerId, reason } = claim;
  const sellerUserId = await ownerOf(db, sellerId);
  const item = await db.findOneBy(OrderItem, { orderId, productId });
  const emails = await accountEmailsOf(db, [buyerId, ...(sellerUserId === null ? [] : [sellerUserId])]);
  return {
    ...{ claimId, version, orderId, productId, buyerId, sellerId, sellerUserId, reason },
    trackName: item?.name ?? '',
    accountEmail: emails.get(buyerId) ?? null,
    sellerEmail: sellerUserId === null ? null : (emails.get(sellerUserId) ?? null),
  };
}
