import type { EntityManager } from 'typeorm';

/** Only this many of the newest entries of the audit log go into the file, because the log only grows. */
const MOST_ENTRIES = 10_000;

/** Everything that identity stores about an account, for its owner: no hashes, keys and ids of sessions, nothing about others. */
export async function ownPart(db: EntityManager, userId: number): Promise<Record<string, unknown>> {
  const rows = (sql: string, values: unknown[] = [userId]) => db.query<Record<string, unknown>[]>(sql, values);
  const list = async (name: string) => {
    const entries = await rows('SELECT product_id FROM list_entries WHERE user_id = $1 AND list = $2 ORDER BY position', [
      userId,
      name,
    ]);
    return entries.map(({ product_id }) => product_id);
  };
  const [account] = await rows(
    `SELECT name, last_name, email, country, is_seller, admin_role, created_at, suspended_at, suspended_because FROM users WHERE id = $1`,
  );
  const [codes] = await rows('SELECT count(*)::int AS unused FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL');
  const [deletion] = await rows('SELECT asked_at, erase_at FROM account_deletions WHERE user_id = $1');
  return {
    account,
    deletion: deletion ?? null,
    sessions: await rows(
      'SELECT device, place, created_at, last_used_at, expires_at FROM sessions WHERE user_id = $1 ORDER BY created_at',
    ),
    known_devices: await rows('SELECT first_seen_at, last_seen_at FROM known_devices WHERE user_id = $1 ORDER BY first_seen_at'),
    address_changes: await rows(
      'SELECT previous_email, email, expires_at, confirmed_at FROM email_changes WHERE user_id = $1 ORDER BY id',
    ),
    authenticator_apps: await rows('SELECT created_at, confirmed_at FROM authenticator_apps WHERE user_id = $1'),
    passkeys: await rows('SELECT name, created_at, last_used_at FROM passkeys WHERE user_id = $1 ORDER BY created_at'),
    unused_recovery_codes: codes?.unused,
    cart: await list('cart'),
    wishlist: await list('wishlist'),
    audit_log: {
      newest: MOST_ENTRIES,
      by_you: await rows(
        `SELECT at, action, subject_type FROM audit_entries WHERE admin_id = $1 ORDER BY at DESC, id DESC LIMIT ${MOST_ENTRIES}`,
      ),
      about_you: await rows(
        `SELECT at, action FROM audit_entries WHERE subject_type = 'user' AND subject_id = $1 AND admin_id <> $1
         ORDER BY at DESC, id DESC LIMIT ${MOST_ENTRIES}`,
      ),
    },
  };
}
