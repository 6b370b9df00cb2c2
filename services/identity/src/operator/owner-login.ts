import type { DataSource } from 'typeorm';
import { factorsOf, hasFactor } from '../second-factor/factors';
import { userByEmail } from '../accounts/find-user';
import type { User } from '../accounts/user.entity';
import { passwordFits } from '../credentials/hash';

/**
 * The account that address and password open, alone or together with a second factor, else null. This is no login: nothing is
 * counted or written.
 */
export async function openedAccount(
  { manager: db }: DataSource,
  { email, password }: { email: string; password: string },
): Promise<User | null> {
  const user = await userByEmail(db, email.toLowerCase());
  return user && !user.suspendedAt && (await passwordFits(password, user.passwordHash)) ? user : null;
}

/** Address and password open an owner's account, open it together with a second factor, or open no owner's account. */
export type OwnerLogin = 'open' | 'needs-factor' | 'changed';

/** Whether an owner could log in with these. This is no login: nothing is counted or written. */
export async function tryOwnerLogin(
  source: DataSource,
  requiredOfAdmins: boolean,
  account: { email: string; password: string },
): Promise<OwnerLogin> {
  const user = await openedAccount(source, account);
  if (user?.adminRole !== 'owner') return 'changed';
  return requiredOfAdmins || hasFactor(await factorsOf(source.manager, user.id)) ? 'needs-factor' : 'open';
}
