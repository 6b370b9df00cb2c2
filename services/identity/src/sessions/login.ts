import type { DataSource } from 'typeorm';
import { adminActed } from '@shop/contracts/events';
import { inTx, unauthenticated } from '@shop/kit';
import { userByEmail } from '../accounts/find-user';
import type { User } from '../accounts/user.entity';
import { passwordFits, pretendToCheck } from '../passwords/hash';
import type { LoginGuard } from './login-guard';
import { endSession, startSession, type NewSession } from './sessions';

export type Login = { email: string; password: string; address: string; previousSessionId: string | null };

/**
 * A new session for the right password; the caller's earlier one ends. One text and one duration for every failure, which is why
 * only an administrator's success is told to the audit log.
 * @throws Refusal 401 `Invalid email or password.` (spec 1 §8), 429 after too many failures.
 */
export async function login(
  source: DataSource,
  guard: LoginGuard,
  { email, password, address, previousSessionId }: Login,
): Promise<{ user: User; session: NewSession }> {
  await guard.attempt(email, address);
  const user = await userByEmail(source.manager, email);
  const good = user ? await passwordFits(password, user.passwordHash) : await pretendToCheck(password);
  if (!user || !good) throw unauthenticated('Invalid email or password.');
  await guard.succeeded(email, address);
  return inTx(source, async ({ db, emit }) => {
    if (previousSessionId) await endSession(db, previousSessionId);
    if (user.isAdmin) await emit(...adminActed(user.id, 'admin.logged-in', subjectOf(user), { before: null, after: null }));
    return { user, session: await startSession(db, user.id) };
  });
}

const subjectOf = ({ id, name, lastName }: User) => ({ type: 'user', id, name: `${name} ${lastName}` });
