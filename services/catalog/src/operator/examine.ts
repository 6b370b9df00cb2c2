import { examineService } from '@shop/runtime';
import { examineStorage } from '@shop/storage';
import type { Config } from '../config';
import { schema } from '../database';

/**
 * Tries the configured database, broker, storage and OpenSearch.
 * @returns the problems of the configuration, in sentences
 */
export async function examine(config: Config): Promise<string[]> {
  const found = await Promise.all([
    examineService(config, schema),
    examineStorage(config),
    config.OPENSEARCH_URL ? examineSearch(config.OPENSEARCH_URL) : [],
  ]);
  return found.flat();
}

function examineSearch(url: string): Promise<string[]> {
  // oxlint-disable-next-line typescript/no-require-imports -- its client is large, and most shops have none
  const { examineOpenSearch } = require('../search/opensearch/connection') as typeof import('../search/opensearch/connection');
  return examineOpenSearch(url);
}
