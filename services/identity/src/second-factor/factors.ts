import { accountActed, adminActed, SecondFactorChanged, type DataOf } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { userSubject, type User } from '../accounts/user.entity';

/** SQL for `hasFactor` of the account `users.id`. Change both together. */
export const HAS_FACTOR = `(EXISTS (SELECT 1 FROM authenticator_apps app WHERE app.user_id = users.id AND app.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id))`;

type Factors = { app: boolean; passkeys: number };

export async function factorsOf(db: EntityManager, userId: number): Promise<Factors> {
  const [factors] = await db.query<[Factors]>(
    `SELECT EXISTS (SELECT 1 FROM authenticator_apps WHERE user_id = $1 AND confirmed_at IS NOT NULL) AS app,
       (SELECT count(*)::int FROM passkeys WHERE user_id = $1) AS passkeys`,
    [userId],
  );
  return factors;
}

export const hasFactor = ({ app, passkeys }: Factors) => app || passkeys > 0;

/** Tells the account's owner by mail, and the audit log: as an admin's act, or as an act on one's own account. */
export async function announceFactorChange({ emit }: Tx, user: User, change: DataOf<typeof SecondFactorChanged>['change']) {
  const { id: userId, email, name } = user;
  await emit(SecondFactorChanged({ userId, email, name, change, at: new Date().toISOString() }));
  if (!user.isAdmin) await emit(accountActed(userId, 'second-factor-changed', [change]));
  else await emit(...adminActed(userId, 'user.second-factor-changed', userSubject(userId), { before: null, after: { change } }));
}

export async function forgetFactorsOf(db: EntityManager, userId: number): Promise<void> {
  for (const table of ['authenticator_apps', 'recovery_codes', 'passkeys', 'login_challenges'])
    await db.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
}
