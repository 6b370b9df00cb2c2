import { examineService } from '@shop/runtime';
import { examineStorage } from '@shop/storage';
import type { Config } from '../config';
import { schema } from '../database';
import { examineOpenSearch } from '../search/opensearch/connection';

/**
 * Tries the configured database, broker, storage and OpenSearch.
 * @returns the problems of the configuration, in sentences
 */
export async function examine(config: Config): Promise<string[]> {
  const findings = await Promise.all([
    examineService(config, schema),
    examineStorage(config),
    examineOpenSearch(config.OPENSEARCH_URL),
  ]);
  return findings.flat();
}
