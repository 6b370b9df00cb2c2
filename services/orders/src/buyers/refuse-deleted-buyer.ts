import { unauthenticated } from '@shop/kit';
import type { EntityManager } from 'typeorm';

/**
 * A session outlives its account by some seconds (design, Sessions): what comes then is no longer blanked by anything. The buyer's
 * row is kept as it is until the transaction ends, so that nobody is deleted between the question and what follows from it: ask
 * before any order is locked, as the deletion does.
 * @throws Refusal 401
 */
export async function refuseDeletedBuyer(db: EntityManager, userId: number): Promise<void> {
  const [buyer] = await db.query<{ deleted: boolean }[]>('SELECT deleted FROM buyers WHERE user_id = $1 FOR SHARE', [userId]);
  if (buyer?.deleted) throw unauthenticated();
}

/** Why this buyer may have nothing delivered any more, for the history of an order; null while they may. */
export async function whyNoBuyer(db: EntityManager, userId: number): Promise<string | null> {
  const [buyer] = await db.query<{ deleted: boolean }[]>('SELECT deleted FROM buyers WHERE user_id = $1', [userId]);
  return buyer?.deleted ? "the buyer's account has been deleted, nobody would get the files" : null;
}
