import { examineAddress, examineService } from '@shop/runtime';
import { examineBotCheck } from '@shop/shared';
import { examineStorage } from '@shop/storage';
import type { Config } from '../config';
import { schema } from '../database';

/** What is wrong with this configuration, in sentences. Tries what it names: database, broker, storage. */
export async function examine(config: Config): Promise<string[]> {
  const found = await Promise.all([examineService(config, schema), examineStorage(config)]);
  return [...examineAddress(config), ...examineBotCheck(config), ...found.flat()];
}
