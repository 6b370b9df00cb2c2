import { z } from 'zod';
import { SERVICES, type Service } from './services';

const of = (name: Service, variable: string) => `${name.toUpperCase()}_${variable}`;

/**
 * How the command line reaches a shop whose services run as separate processes: `ORDERS_OPS_URL` and `ORDERS_OPS_TOKEN` for each service,
 * and `ORDERS_DATABASE_URL` for commands that work on databases.
 */
export const OpsConfig = z.object(
  Object.fromEntries(
    SERVICES.flatMap((name) =>
      ['OPS_URL', 'OPS_TOKEN', 'DATABASE_URL'].map((variable) => [of(name, variable), z.string().optional()]),
    ),
  ),
);
type OpsConfig = z.output<typeof OpsConfig>;

/** The value of a variable. @throws Error that names the variable when it is missing */
export function requiredSetting(config: OpsConfig, name: Service, variable: 'OPS_URL' | 'OPS_TOKEN' | 'DATABASE_URL'): string {
  const value = config[of(name, variable)];
  if (value === undefined) throw new Error(`${of(name, variable)} is missing: this command needs it.`);
  // While a token is changed, the next one stands on the line below.
  return variable === 'OPS_TOKEN' ? value.replace(/\s.*/s, '') : value;
}
