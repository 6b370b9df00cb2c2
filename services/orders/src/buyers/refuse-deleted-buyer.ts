import { unauthenticated } from '@shop/kit';
import type { EntityManager } from 'typeorm';

/**
 * A session outlives its account by some seconds (design, Sessions): what comes then is no longer blanked by anything.
 * @throws Refusal 401
 */
export async function refuseDeletedBuyer(db: EntityManager, userId: number): Promise<void> {
  const [gone] = await db.query<unknown[]>('SELECT 1 FROM buyers WHERE user_id = $1 AND deleted', [userId]);
  if (gone) throw unauthenticated();
}
