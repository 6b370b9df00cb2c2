import { adminActed } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { userByEmail } from '../accounts/find-user';
import { User, userSubject } from '../accounts/user.entity';
import { newPassword } from '../credentials/new-password';

const FIRST_ADMIN = 4_711_001;

/**
 * Makes the first admin from the configuration, once (docs/product/sessions.md#the-first-admin). The table `first_admin`
 * remembers it, so that no second one is made after the account is renamed, demoted or deleted. An existing account with the
 * address stays as it is.
 */
export async function ensureAdmin(source: DataSource, email: string, password: string): Promise<void> {
  const credentials = await newPassword(password);
  await inTx(source, async ({ db, emit }) => {
    // Replicas that start together must not make two admins.
    await db.query('SELECT pg_advisory_xact_lock($1)', [FIRST_ADMIN]);
    const rows = await db.query<unknown[]>('SELECT 1 FROM first_admin');
    if (rows.length > 0 || (await userByEmail(db, email))) return;
    const person = { email, name: 'Shop', lastName: 'Administrator', country: 'Russia', adminRole: 'owner' } as const;
    const user = await db.save(User.fresh({ ...person, ...credentials }));
    await db.query('INSERT INTO first_admin (user_id) VALUES ($1)', [user.id]);
    const change = { before: { is_admin: false }, after: { is_admin: true } };
    await emit(user.verified(null), ...adminActed(user.id, 'admin.made', userSubject(user.id), change));
  });
}
