import { Refusal, unauthenticated } from '@shop/http';
import type { EntityManager } from 'typeorm';

/**
 * A session outlives its account by some seconds, and nothing blanks an order made then
 * (docs/product/checkout.md#a-buyer-who-is-gone). Keeps the buyer from being deleted until the transaction ends. Ask before any
 * order is locked, as the deletion does. @throws Refusal 401; 403 `suspended`
 */
export async function refuseDeletedBuyer(db: EntityManager, userId: number): Promise<void> {
  const [buyer] = await db.query<{ deleted: boolean; suspended: boolean }[]>(
    'SELECT deleted, suspended FROM buyers WHERE user_id = $1 FOR SHARE',
    [userId],
  );
  if (buyer?.deleted) throw unauthenticated();
  if (buyer?.suspended) throw new Refusal('forbidden', 'suspended', 'This account is suspended.');
}
