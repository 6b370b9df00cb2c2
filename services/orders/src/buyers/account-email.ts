import type { EntityManager } from 'typeorm';

/** The confirmed address that an account logs in with; null while it is not known here, and once the account is deleted. */
export async function accountEmailOf(db: EntityManager, userId: number): Promise<string | null> {
  const [buyer] = await db.query<{ email: string }[]>('SELECT email FROM buyers WHERE user_id = $1 AND NOT deleted', [userId]);
  return buyer?.email || null;
}

/** The same of several accounts, by their ids; an account whose address is not known is missing. */
export async function accountEmailsOf(db: EntityManager, userIds: number[]): Promise<Map<number, string>> {
  const buyers = await db.query<{ user_id: number; email: string }[]>(
    `SELECT user_id, email FROM buyers WHERE user_id = ANY($1) AND NOT deleted AND email <> ''`,
    [userIds],
  );
  return new Map(buyers.map((buyer) => [buyer.user_id, buyer.email]));
}
