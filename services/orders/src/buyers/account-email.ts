import type { EntityManager } from 'typeorm';

/** The address that an account logs in with, which its owner has confirmed; null while it is not known here, or the account is gone. */
export async function accountEmailOf(db: EntityManager, userId: number): Promise<string | null> {
  const [buyer] = await db.query<{ email: string }[]>('SELECT email FROM buyers WHERE user_id = $1 AND NOT deleted', [userId]);
  return buyer?.email || null;
}
