import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import { adminActed } from '@shop/contracts/events';
import { inTx, Refusal, unauthenticated } from '@shop/kit';
import { userByEmail } from '../accounts/find-user';
import { User } from '../accounts/user.entity';
import { passwordFits, pretendToCheck } from '../passwords/hash';
import { isLong } from '../passwords/new-password';
import { isKnownDevice, rememberDevice } from './devices';
import type { LoginGuard } from './login-guard';
import { endSession, startSession, type NewSession } from './sessions';

export type Login = { email: string; password: string; address: string; device: string | null; previousSessionId: string | null };

/**
 * A new session for the right password; the caller's earlier one ends. One text and one duration for every failure, which is why
 * only an administrator's success is told to the audit log.
 * @throws Refusal 401 `Invalid email or password.`, 403 for the right password of a suspended account, 429 after too many failures or
 * logins.
 */
export async function login(
  source: DataSource,
  guard: LoginGuard,
  { email, password, address, device, previousSessionId }: Login,
): Promise<{ user: User; session: NewSession; deviceCookie: string | null }> {
  const known = await isKnownDevice(source.manager, email, device);
  const attempt = { email, address, device: known ? device : null };
  await guard.attempt(attempt);
  const user = await userByEmail(source.manager, email);
  const good = user ? await passwordFits(password, user.passwordHash) : await pretendToCheck(password);
  if (!user || !good) throw refused();
  await guard.succeeded(attempt);
  return inTx(source, async ({ db, emit }) => {
    if (!(await isUnchanged(db, user))) throw refused();
    if (await isSuspended(db, user.id)) throw suspended();
    if (user.longPassword !== isLong(password)) await db.update(User, { id: user.id }, { longPassword: isLong(password) });
    if (previousSessionId) await endSession(db, previousSessionId);
    if (user.isAdmin) await emit(...adminActed(user.id, 'admin.logged-in', subjectOf(user), { before: null, after: null }));
    const deviceCookie = await rememberDevice(db, user.id, device);
    return { user, session: await startSession(db, user.id), deviceCookie };
  });
}

const refused = () => unauthenticated('Invalid email or password.');

const suspended = () =>
  new Refusal('forbidden', 'suspended', 'This account is suspended. Please write to us if you think it should not be.');

const isSuspended = async (db: EntityManager, id: number) => !(await db.existsBy(User, { id, suspendedAt: IsNull() }));

/** Checking takes a while: a password that is replaced meanwhile ends the older sessions, and this one would be one more. */
const isUnchanged = async (db: EntityManager, { id, passwordHash }: User) =>
  (await db.findOne(User, { where: { id, passwordHash, deletedAt: IsNull() }, lock: { mode: 'pessimistic_read' } })) !== null;

const subjectOf = ({ id, name, lastName }: User) => ({ type: 'user', id, name: `${name} ${lastName}` });
