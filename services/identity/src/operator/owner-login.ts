import type { DataSource } from 'typeorm';
import { factorsOf, hasFactor } from '../second-factor/factors';
import { openedAccount } from './opened-account';

/** Address and password open an owner's account, open it together with a second factor, or open no owner's account. */
export type OwnerLogin = 'open' | 'needs-factor' | 'changed';

/** Whether an owner could log in with these. This is no login: nothing is counted or written. */
export async function ownerLogin(
  source: DataSource,
  requiredOfAdmins: boolean,
  account: { email: string; password: string },
): Promise<OwnerLogin> {
  const user = await openedAccount(source, account);
  if (user?.adminRole !== 'owner') return 'changed';
  return requiredOfAdmins || hasFactor(await factorsOf(source.manager, user.id)) ? 'needs-factor' : 'open';
}
