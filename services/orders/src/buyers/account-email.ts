import type { EntityManager } from 'typeorm';

/** The confirmed address that an account logs in with; null while it is not known here, and once the account is deleted. */
export async function accountEmailOf(db: EntityManager, userId: number): Promise<string | null> {
  const [buyer] = await db.query<{ email: string }[]>('SELECT email FROM buyers WHERE user_id = $1 AND NOT deleted', [userId]);
  return buyer?.email || null;
}
