import { examineAddress, examineService } from '@shop/runtime';
import { examineBotCheck } from '@shop/shared';
import type { Config } from '../config';
import { schema } from '../database';

/** The faults of this configuration, in sentences. Tries the database and the broker that it names. */
export async function examine(config: Config): Promise<string[]> {
  const findings = await examineService(config, schema);
  const { NODE_ENV, ADMIN_SECOND_FACTOR } = config;
  return [
    ...examineAddress(config),
    ...examineBotCheck(config),
    ...(NODE_ENV === 'production' && ADMIN_SECOND_FACTOR === 'optional'
      ? ['ADMIN_SECOND_FACTOR=optional lets admins in with a password alone. Leave it out: production requires a second factor.']
      : []),
    ...findings,
  ];
}
