import type { DataSource } from 'typeorm';
import { userByEmail } from '../accounts/find-user';
import { passwordFits } from '../credentials/hash';
import { factorsOf, hasFactor } from '../second-factor/factors';

/** What address and password open: an owner's account, that one with a second factor alone, or none (any more). */
export type OwnerLogin = 'open' | 'needs-factor' | 'changed';

/** Whether an owner logs in with these. Nothing is counted or written: it is no login. */
export async function ownerLogin(
  { manager: db }: DataSource,
  requiredOfAdmins: boolean,
  { email, password }: { email: string; password: string },
): Promise<OwnerLogin> {
  const user = await userByEmail(db, email.toLowerCase());
  if (user?.adminRole !== 'owner' || user.suspendedAt || !(await passwordFits(password, user.passwordHash))) return 'changed';
  return requiredOfAdmins || hasFactor(await factorsOf(db, user.id)) ? 'needs-factor' : 'open';
}
