import { Refusal, unauthenticated } from '@shop/http';
import type { EntityManager } from 'typeorm';

/**
 * A session outlives its account by some seconds (docs/product/checkout.md#a-buyer-who-is-gone): what comes then is no longer
 * blanked by anything. The buyer's row is kept as it is until the transaction ends, so that nobody is deleted between the
 * question and what follows from it: ask before any order is locked, as the deletion does.
 * @throws Refusal 401; 403 `suspended`
 */
export async function refuseDeletedBuyer(db: EntityManager, userId: number): Promise<void> {
  const [buyer] = await db.query<{ deleted: boolean; suspended: boolean }[]>(
    'SELECT deleted, suspended FROM buyers WHERE user_id = $1 FOR SHARE',
    [userId],
  );
  if (buyer?.deleted) throw unauthenticated();
  if (buyer?.suspended) throw new Refusal('forbidden', 'suspended', 'This account is suspended.');
}
