import { z } from 'zod';
import { SERVICES, type Service } from './services';

const of = (name: Service, what: string) => `${name.toUpperCase()}_${what}`;

/**
 * How the command line reaches a shop whose services run as separate processes: `ORDERS_OPS_URL` and `ORDERS_OPS_TOKEN` for each service,
 * and `ORDERS_DATABASE_URL` for commands that work on databases.
 */
export const OpsConfig = z.object(
  Object.fromEntries(
    SERVICES.flatMap((name) => ['OPS_URL', 'OPS_TOKEN', 'DATABASE_URL'].map((what) => [of(name, what), z.string().optional()])),
  ),
);
type OpsConfig = z.output<typeof OpsConfig>;

/** The value of a variable. @throws Error that names the variable when it is missing */
export function given(config: OpsConfig, name: Service, what: 'OPS_URL' | 'OPS_TOKEN' | 'DATABASE_URL'): string {
  const value = config[of(name, what)];
  if (value === undefined) throw new Error(`${of(name, what)} is missing: this command needs it.`);
  // While a token is changed, the next one stands on the line below.
  return what === 'OPS_TOKEN' ? value.replace(/\s.*/s, '') : value;
}
