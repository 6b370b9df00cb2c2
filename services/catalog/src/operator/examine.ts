import { examineService } from '@shop/runtime';
import { examineStorage } from '@shop/storage';
import type { Config } from '../config';
import { schema } from '../database';

/** Tries the configured database, broker and storage. → the problems of the configuration, in sentences */
export async function examine(config: Config): Promise<string[]> {
  const found = await Promise.all([examineService(config, schema), examineStorage(config)]);
  return found.flat();
}
