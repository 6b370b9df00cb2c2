import type { Concerns } from '@shop/contracts/events';
import type { DataSource, EntityManager } from 'typeorm';

/** For how long a link works, and mails are held for its address. */
export const CONFIRM_HOURS = 24;

type Contact = { id: number; confirmed: boolean };

/** Adds an address that the account has typed, or gives it `CONFIRM_HOURS` more, and locks its row until the transaction ends. */
export async function contactOf(db: EntityManager, userId: number, email: string): Promise<Contact> {
  const [contact] = await db.query<[Contact]>(
    `INSERT INTO contact_addresses AS known (user_id, email, expires_at) VALUES ($1, $2, now() + make_interval(hours => $3))
     ON CONFLICT (user_id, email) DO UPDATE SET expires_at = greatest(known.expires_at, excluded.expires_at)
     RETURNING id, confirmed_at IS NOT NULL AS confirmed`,
    [userId, email, CONFIRM_HOURS],
  );
  return contact;
}

/** Deletes mails that were held for too long, and addresses that nobody confirmed in time. */
export async function forgetUnconfirmed(source: DataSource): Promise<void> {
  await source.query(
    `DELETE FROM mails WHERE contact_id IS NOT NULL AND state = 'held' AND created_at < now() - make_interval(hours => $1)`,
    [CONFIRM_HOURS],
  );
  await source.query('DELETE FROM contact_addresses WHERE confirmed_at IS NULL AND expires_at < now()');
}

/**
 * Deletes held mails of these kinds about these orders or tracks, because their words are no longer true. With `upTo` those about
 * newer orders stay: the news of an older one may come late.
 */
export async function forgetHeldAbout(
  db: EntityManager,
  concerns: readonly Concerns[],
  kinds: readonly string[],
  upTo: number | null = null,
): Promise<void> {
  const condition = `contact_id IS NOT NULL AND state = 'held' AND concerns @> ANY($1::jsonb[]) AND kind = ANY($2)
    AND ($3::int IS NULL OR (concerns->'order'->>0)::int <= $3)`;
  // Locks the addresses first, in the same order as a confirmation does.
  await db.query(
    `SELECT 1 FROM contact_addresses WHERE id IN (SELECT contact_id FROM mails WHERE ${condition}) ORDER BY id FOR UPDATE`,
    [concerns, kinds, upTo],
  );
  await db.query(`DELETE FROM mails WHERE ${condition}`, [concerns, kinds, upTo]);
}

/** Deletes the addresses that an account typed, and every mail to them, with the account. */
export const forgetContactsOf = (db: EntityManager, userId: number) =>
  db.query('DELETE FROM contact_addresses WHERE user_id = $1', [userId]);
