import type { DataSource } from 'typeorm';
import { userByEmail } from '../accounts/find-user';
import { passwordFits } from '../credentials/hash';
import { factorsOf, hasFactor } from '../second-factor/factors';

/** What address and password open: an owner's account, an owner's account together with a second factor, or no owner's account. */
export type OwnerLogin = 'open' | 'needs-factor' | 'changed';

/** Tells whether an owner could log in with these. It is no login: nothing is counted or written. */
export async function ownerLogin(
  { manager: db }: DataSource,
  requiredOfAdmins: boolean,
  { email, password }: { email: string; password: string },
): Promise<OwnerLogin> {
  const user = await userByEmail(db, email.toLowerCase());
  if (user?.adminRole !== 'owner' || user.suspendedAt || !(await passwordFits(password, user.passwordHash))) return 'changed';
  return requiredOfAdmins || hasFactor(await factorsOf(db, user.id)) ? 'needs-factor' : 'open';
}
