import type { DataSource } from 'typeorm';
import { UserVerified } from '@shop/contracts/events';
import { inTx } from '@shop/kit';
import { hashPassword } from '../passwords/hash';
import { userByEmail } from './find-user';
import { User } from './user.entity';

const FIRST_ADMIN = 4_711_001;

/** The first administrator, from configuration. An account that is there already is left as it is. */
export async function ensureAdmin(source: DataSource, email: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTx(source, async ({ db, emit }) => {
    // replicas that start together must not make two
    await db.query('SELECT pg_advisory_xact_lock($1)', [FIRST_ADMIN]);
    if (await userByEmail(db, email)) return;
    const user = await db.save(
      db.create(User, { email, name: 'Shop', lastName: 'Administrator', country: 'Russia', passwordHash, adminRole: 'owner' }),
    );
    await emit(
      UserVerified({
        userId: user.id,
        version: user.version,
        name: user.name,
        lastName: user.lastName,
        email,
        country: user.country,
        seller: null,
      }),
    );
  });
}
