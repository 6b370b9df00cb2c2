import { accountActed, adminActed, SecondFactorChanged, type DataOf } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { userSubject, type User } from '../accounts/user.entity';

/** In SQL: whether the account `users.id` has a second factor. */
export const HAS_FACTOR = `(EXISTS (SELECT 1 FROM authenticator_apps app WHERE app.user_id = users.id AND app.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id))`;

export type Factors = { app: boolean; passkeys: number };

export async function factorsOf(db: EntityManager, userId: number): Promise<Factors> {
  const [factors] = await db.query<Factors[]>(
    `SELECT EXISTS (SELECT 1 FROM authenticator_apps WHERE user_id = $1 AND confirmed_at IS NOT NULL) AS app,
       (SELECT count(*)::int FROM passkeys WHERE user_id = $1) AS passkeys`,
    [userId],
  );
  return factors!;
}

export const hasFactor = ({ app, passkeys }: Factors) => app || passkeys > 0;

/** Says what changed to the account's owner, and of an administrator to the audit log. */
export async function tellChange({ emit }: Tx, user: User, change: DataOf<typeof SecondFactorChanged>['change']) {
  const { id: userId, email, name } = user;
  await emit(SecondFactorChanged({ userId, email, name, change, at: new Date().toISOString() }));
  if (!user.isAdmin) await emit(accountActed(userId, 'second-factor-changed', [change]));
  else await emit(...adminActed(userId, 'user.second-factor-changed', userSubject(userId), { before: null, after: { change } }));
}

/** The account is over: nothing stays that somebody was known by. */
export async function forgetFactorsOf(db: EntityManager, userId: number): Promise<void> {
  for (const table of ['authenticator_apps', 'recovery_codes', 'passkeys', 'login_challenges'])
    await db.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
}
