import { join } from 'node:path';
import { Config, operator, requiresFactorOfAdmins, type OwnerLogin } from '@shop/identity';
import { readConfig } from '@shop/runtime';
import { withIdentity } from '@shop/ops';
import { isOnlyHere } from './addresses';
import type { LocalConfig } from './config';
import type { Shop } from './shop/shop';

const Rules = Config.pick({ NODE_ENV: true, ADMIN_SECOND_FACTOR: true });

/**
 * Whether the admin's first e-mail address and password (configured or made up) still log in: alone, only with a second factor,
 * or no longer.
 */
export function adminLogin(
  { admin, databases }: Pick<Shop, 'admin' | 'databases'>,
  env: Record<string, string | undefined>,
): Promise<OwnerLogin> {
  const needsFactor = requiresFactorOfAdmins(readConfig(Rules, env));
  return withIdentity(databases.identity, (source) => operator.tryOwnerLogin(source, needsFactor, admin));
}

/**
 * The admin's line of the welcome text. The output may go into a log, so only the start that made up a password shows it, on a
 * terminal, and only while no other machine reaches the shop. Otherwise the line says where the password is.
 */
export function adminRow(
  { email, password }: Shop['admin'],
  login: OwnerLogin,
  config: Pick<LocalConfig, 'ADMIN_PASSWORD' | 'DATA_DIR' | 'HOST' | 'PUBLIC_URL'>,
  { isFirst, terminal }: { isFirst: boolean; terminal: boolean },
): string {
  if (login === 'changed') return `${email}  (changed since the first start)`;
  if (config.ADMIN_PASSWORD) return `${email}  (password in ADMIN_PASSWORD)`;
  return isOnlyHere(config) && (isFirst || terminal)
    ? `${email}  ${password}`
    : `${email}  (password in ${join(config.DATA_DIR, 'secrets.json')})`;
}
