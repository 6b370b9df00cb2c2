import { UserVerified } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { In, type EntityManager } from 'typeorm';
import { userByEmail } from '../accounts/find-user';
import { User } from '../accounts/user.entity';
import { passwordFits, pretendToCheck } from '../credentials/hash';
import { forgetPendingNamesOf, keepStoreName } from '../store-names/store-names';
import { PendingRegistration } from './pending-registration.entity';
import { CODE_TRIES, codeMatches } from './verification-code';

export type Completion = { email: string; code: string; password: string };

/**
 * Second step of a registration (docs/product/accounts.md#registering): code and repeated password pick one of the address's pending
 * registrations, which becomes an account with the data of its first step. The password tells whose registration it is, so that a code
 * makes no account of what somebody else typed.
 * → the new user, or null when code or password is wrong or the code is used up or too old. The transaction must commit then too, for
 * it counts the try.
 */
export async function completeRegistration({ db, emit }: Tx, completion: Completion): Promise<User | null> {
  const { email } = completion;
  const live = (await pendingOf(db, email)).filter(
    ({ tries, codeExpiresAt }) => tries < CODE_TRIES && codeExpiresAt.getTime() > Date.now(),
  );
  const pending = await pickedOf(live, completion);
  if (!pending) {
    await db.increment(PendingRegistration, { id: In(live.map(({ id }) => id)) }, 'tries', 1);
    return null;
  }
  if (await userByEmail(db, email)) return null;

  const { name, lastName, country, passwordHash, longPassword, isSeller, storeName, socialLink } = pending;
  const user = await db.save(db.create(User, { email, name, lastName, country, passwordHash, longPassword, isSeller }));
  if (storeName) await keepStoreName(db, storeName, user.id);
  await db.delete(PendingRegistration, { email });
  await forgetPendingNamesOf(db, email);
  await emit(
    UserVerified({
      userId: user.id,
      version: user.version,
      name,
      lastName,
      email,
      country,
      seller: isSeller && storeName !== null ? { storeName, socialLink } : null,
    }),
  );
  return user;
}

/** All pending registrations of the address, oldest first; locked, so that two completions come one after the other. */
export const pendingOf = (db: EntityManager, email: string) =>
  db.find(PendingRegistration, { where: { email }, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });

/** The newest registration whose code and password are right, or null. A wrong code takes as long as a wrong password. */
async function pickedOf(live: PendingRegistration[], { email, code, password }: Completion) {
  const withCode = live.filter(({ codeHash }) => codeMatches(email, code, codeHash));
  if (withCode.length === 0) await pretendToCheck(password);
  for (const pending of withCode.reverse()) if (await passwordFits(password, pending.passwordHash)) return pending;
  return null;
}
