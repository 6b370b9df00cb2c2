import { inTx, type Tx } from '@shop/messaging';
import { VerificationCodeRequested } from '@shop/contracts/events';
import { In, MoreThan, type DataSource, type EntityManager } from 'typeorm';
import { userByEmail } from '../accounts/find-user';
import { User } from '../accounts/user.entity';
import { passwordFits, pretendToCheck } from '../credentials/hash';
import { forgetPendingNamesOf, claimStoreName } from '../store-names/store-names';
import { PendingRegistration, CODE_TRIES, codeMatches, newVerificationCode } from './pending-registration.entity';

type Completion = { email: string; code: string; password: string };

/**
 * Second step of a registration (docs/product/accounts.md#registering): code and repeated password pick one of the address's
 * pending registrations, so that a code does not complete a stranger's registration. Checks of passwords wait for their turn, so
 * they run outside transactions. The try is counted before, so that parallel guesses share the five tries, and given back when
 * the check breaks off.
 * @returns the registration, or null when code or password is wrong or the code is used up or too old
 */
export async function pickRegistration(source: DataSource, completion: Completion): Promise<PendingRegistration | null> {
  const live = await inTx(source, async ({ db }) => {
    const registrations = (await pendingOf(db, completion.email)).filter(
      ({ tries, codeExpiresAt }) => tries < CODE_TRIES && codeExpiresAt.getTime() > Date.now(),
    );
    await db.increment(PendingRegistration, allOf(registrations), 'tries', 1);
    return registrations;
  });
  try {
    return await pickedOf(live, completion);
  } catch (error) {
    await source.manager.decrement(PendingRegistration, allOf(live), 'tries', 1);
    throw error;
  }
}

/** Finds these registrations while their codes are the same: a new code has tries of its own. */
const allOf = (pending: PendingRegistration[]) => ({
  id: In(pending.map(({ id }) => id)),
  codeHash: In(pending.map(({ codeHash }) => codeHash)),
});

/**
 * Makes an account of a picked registration, with the data of its first step.
 * @returns the new user, or null when the registration was completed or its code was replaced meanwhile
 */
export async function completeRegistration({ db, emit }: Tx, registration: PendingRegistration): Promise<User | null> {
  const { email } = registration;
  const pending = (await pendingOf(db, email)).find(
    ({ id, codeHash }) => id === registration.id && codeHash === registration.codeHash,
  );
  if (!pending || (await userByEmail(db, email))) return null;

  const { name, lastName, country, passwordHash, longPassword, isSeller, storeName, socialLink } = pending;
  const user = await db.save(User.fresh({ email, name, lastName, country, passwordHash, longPassword, isSeller }));
  if (storeName) await claimStoreName(db, storeName, user.id);
  await db.delete(PendingRegistration, { email });
  await forgetPendingNamesOf(db, email);
  await emit(user.verified(isSeller && storeName !== null ? { storeName, socialLink } : null));
  return user;
}

/** All pending registrations of the address, oldest first; locked, so that two completions run one after the other. */
const pendingOf = (db: EntityManager, email: string) =>
  db.find(PendingRegistration, { where: { email }, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });

/** The newest registration whose code and password are right, or null. A wrong code takes as long as a wrong password. */
async function pickedOf(live: PendingRegistration[], { email, code, password }: Completion) {
  const withCode = live.filter(({ codeHash }) => codeMatches(email, code, codeHash));
  if (withCode.length === 0) await pretendToCheck(password);
  for (const pending of withCode.reverse()) if (await passwordFits(password, pending.passwordHash)) return pending;
  return null;
}

/**
 * Has one new code mailed for all pending registrations of an address (docs/product/accounts.md#verification-codes); the older
 * codes stop working. The repeated password says which registration the code completes. Nothing happens for an address without
 * any, or with an account.
 */
export async function resendCode({ db, emit }: Tx, email: string): Promise<void> {
  const live = (await pendingOf(db, email)).filter(({ lapsesAt }) => lapsesAt > new Date());
  const newest = live.at(-1);
  if (!newest || (await userByEmail(db, email))) return;
  const { code, hash, expiresAt } = newVerificationCode(email);
  const changes = { codeHash: hash, codeExpiresAt: expiresAt, tries: 0 };
  await db.update(PendingRegistration, { email, lapsesAt: MoreThan(new Date()) }, changes);
  await emit(VerificationCodeRequested({ email, name: newest.name, code, expiresAt: expiresAt.toISOString() }));
}
