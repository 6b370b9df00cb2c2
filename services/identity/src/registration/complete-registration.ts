import { UserVerified } from '@shop/contracts/events';
import { locked, type Tx } from '@shop/kit';
import { userByEmail } from '../accounts/find-user';
import { User } from '../accounts/user.entity';
import { keepStoreName } from '../store-names/store-names';
import { PendingRegistration } from './pending-registration.entity';
import { CODE_TRIES, codeMatches } from './verification-code';

/**
 * Second step: the code turns the pending registration into an account, with the data of the first step (decision 12).
 * → the new user, or null when the code is wrong, used up or too old. Null must commit: it counts the try.
 */
export async function completeRegistration({ db, emit }: Tx, email: string, code: string): Promise<User | null> {
  const pending = await locked(db, PendingRegistration, { email });
  if (!pending || pending.tries >= CODE_TRIES || pending.codeExpiresAt < new Date()) return null;
  if (!codeMatches(email, code, pending.codeHash)) {
    await db.update(PendingRegistration, { email }, { tries: pending.tries + 1 });
    return null;
  }
  if (await userByEmail(db, email)) return null;

  const { name, lastName, country, passwordHash, isSeller, storeName, socialLink } = pending;
  const user = await db.save(db.create(User, { email, name, lastName, country, passwordHash, isSeller }));
  if (storeName) await keepStoreName(db, storeName, user.id);
  await db.delete(PendingRegistration, { email });
  await emit(
    UserVerified({
      userId: user.id,
      version: user.version,
      name,
      lastName,
      email,
      country,
      seller: isSeller ? { storeName: storeName!, socialLink } : null,
    }),
  );
  return user;
}
