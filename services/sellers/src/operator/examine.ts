import { examineAddress, examineService } from '@shop/runtime';
import { examineBotCheck } from '@shop/shared';
import { examineStorage } from '@shop/storage';
import type { Config } from '../config';
import { schema } from '../database';

/** The faults of this configuration, in sentences. Tries the database, broker and storage that it names. */
export async function examine(config: Config): Promise<string[]> {
  const findings = await Promise.all([examineService(config, schema), examineStorage(config)]);
  return [...examineAddress(config), ...examineBotCheck(config), ...findings.flat()];
}
