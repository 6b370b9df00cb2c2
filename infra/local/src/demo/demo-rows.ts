import { join } from 'node:path';
import { operator } from '@shop/identity';
import { withIdentity } from '@shop/ops';
import { isOnlyHere } from '../addresses';
import type { LocalConfig } from '../config';
import type { DemoAccounts } from '../kept/demo-file';
import type { Shop } from '../shop/shop';

/**
 * The lines of the welcome text about the demo's accounts. A password is shown while it opens its account and only this machine
 * reaches the shop. Otherwise the line says where it is, or that it was changed.
 */
export function demoRows(
  { databases }: Pick<Shop, 'databases'>,
  { buyer, seller }: DemoAccounts,
  config: Pick<LocalConfig, 'DATA_DIR' | 'HOST' | 'PUBLIC_URL'>,
): Promise<[name: string, value: string][]> {
  const passwordHint = `(password in ${join(config.DATA_DIR, 'demo.json')})`;
  return withIdentity(databases.identity, (source) =>
    Promise.all(
      Object.entries({ 'Demo buyer': buyer, 'Demo seller': seller }).map(async ([name, account]): Promise<[string, string]> => {
        if (!(await operator.openedAccount(source, account))) return [name, `${account.email}  (changed since the first start)`];
        return [name, `${account.email}  ${isOnlyHere(config) ? account.password : passwordHint}`];
      }),
    ),
  );
}
