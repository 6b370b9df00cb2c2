import type { EntityManager } from 'typeorm';
import type { OrderItem } from '../orders/order-item.entity';
import type { Order } from '../orders/order.entity';
import { obstacles } from '../claims/claims';
import { lockStores, NOT_SELLING } from '../product-copies/copy-store';
import { checkoutConflict, totalsOfRest, type Problem } from './conflicts';

/**
 * Refuses an order whose tracks are gone; `refusedIds` are the tracks that somebody else has claimed.
 * @throws Refusal 409 sold, held or removed, with the totals of the rest
 */
export async function refuseGoneTracks(
  db: EntityManager,
  { buyerId, couponPercent }: Pick<Order, 'buyerId' | 'couponPercent'>,
  items: readonly OrderItem[],
  refusedIds: readonly number[] | Promise<readonly number[]>,
): Promise<void> {
  const ids = items.map((item) => item.productId);
  const [, removedTracks, claimedIds] = await Promise.all([
    lockStores(db, ids),
    db.query<{ productId: number }[]>(
      `SELECT product_id AS "productId" FROM product_copies LEFT JOIN stores USING (seller_id)
       WHERE product_id = ANY($1) AND (removed OR ${NOT_SELLING})`,
      [ids],
    ),
    refusedIds,
  ]);
  const obstacleList = claimedIds.length > 0 ? await obstacles(db, claimedIds, buyerId) : [];
  const problems = items.flatMap(({ productId: id, name }): Problem[] => {
    const obstacle = obstacleList.find((candidate) => candidate.productId === id);
    if (claimedIds.includes(id)) return [{ id, name, code: obstacle?.code ?? 'held', until: obstacle?.until ?? null }];
    return removedTracks.some((copy) => copy.productId === id) ? [{ id, name, code: 'removed' }] : [];
  });
  if (problems.length > 0) throw checkoutConflict(problems, totalsOfRest(items.map(asPriced), problems, couponPercent ?? 0));
}

const asPriced = (item: OrderItem) => ({
  id: item.productId,
  priceCents: item.priceCents,
  includeProject: item.projectChosen,
  hasProject: item.projectChosen,
});
