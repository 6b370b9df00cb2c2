import { Config, operator, requiresFactorOfAdmins, type OwnerLogin } from '@shop/identity';
import { readConfig } from '@shop/runtime';
import { withIdentity } from '@shop/ops';
import type { Shop } from './shop';

const Rules = Config.pick({ NODE_ENV: true, ADMIN_SECOND_FACTOR: true });

/**
 * Whether the admin's first e-mail address and password (configured or made up) still log in: alone, only with a second factor,
 * or no longer.
 */
export function adminLogin(
  { admin, databases }: Pick<Shop, 'admin' | 'databases'>,
  env: Record<string, string | undefined>,
): Promise<OwnerLogin> {
  const required = requiresFactorOfAdmins(readConfig(Rules, env));
  return withIdentity(databases.identity, (source) => operator.ownerLogin(source, required, admin));
}

/** The admin's line of the welcome text. A password that no longer works is not printed. */
export const adminRow = ({ email, password }: Shop['admin'], login: OwnerLogin) =>
  login === 'changed' ? `${email}  (changed since the first start)` : `${email}  ${password}`;
