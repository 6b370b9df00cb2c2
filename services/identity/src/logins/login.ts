import { inLineOfKnown, unauthenticated, unlessFull } from '@shop/http';
import { inTx } from '@shop/messaging';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import { isLong } from '../accounts/admin-password';
import { userByEmail } from '../accounts/find-user';
import { User } from '../accounts/user.entity';
import { pretendToCheck } from '../credentials/hash';
import { isPasswordOf } from '../credentials/own-password';
import { beginSession, refuseSuspended, type From, type LoggedIn } from '../sessions/begin-session';
import { isKnownDevice } from '../sessions/devices';
import type { LoginGuard } from './login-guard';
import { secondStepOf, type SecondStep } from './second-step';

type Login = From & { email: string; password: string; address: string };

/**
 * Logs in by address and password (docs/product/accounts.md#logging-in).
 * @returns a new session, or the second step that the account asks for first. Every failure has the same text and takes the same
 * time, so that nobody learns which addresses have an account; so the audit log records only an admin's success.
 * `requiredOfAdmins`: admins must have a second factor.
 * @throws Refusal 401 for a wrong address or password, 403 `suspended` for the right password of a suspended account, 429 after
 * too many failures or logins, 503 when too many passwords wait for their check, which counts as no attempt
 */
export async function login(
  source: DataSource,
  guard: LoginGuard,
  requiredOfAdmins: boolean,
  { email, password, address, ...from }: Login,
): Promise<LoggedIn | SecondStep> {
  const isKnown = await isKnownDevice(source.manager, email, from.device);
  const attempt = { email, address, device: isKnown ? from.device : null };
  const counterKeys = await guard.attempt(attempt);
  const user = await userByEmail(source.manager, email);
  const check = () => (user ? isPasswordOf(source.manager, user, password) : pretendToCheck(password));
  const good = await unlessFull(
    () => (attempt.device ? inLineOfKnown(`device ${attempt.device}`, check) : check()),
    () => guard.giveBack(counterKeys),
  );
  if (!user || !good) throw wrongCredentials();
  await guard.succeeded(attempt);
  return inTx(source, async (tx) => {
    if (!(await isUnchanged(tx.db, user))) throw wrongCredentials();
    await refuseSuspended(tx.db, user.id);
    if (user.longPassword !== isLong(password)) await tx.db.update(User, { id: user.id }, { longPassword: isLong(password) });
    return (await secondStepOf(tx.db, user, requiredOfAdmins)) ?? beginSession(tx, user, from);
  });
}

const wrongCredentials = () => unauthenticated('Invalid email or password.');

/**
 * Whether the account still has the checked password. A password that is replaced during the check ends all older sessions, and
 * this login must not outlast them.
 */
const isUnchanged = async (db: EntityManager, { id, passwordHash }: User) =>
  (await db.findOne(User, { where: { id, passwordHash, deletedAt: IsNull() }, lock: { mode: 'pessimistic_write' } })) !== null;
