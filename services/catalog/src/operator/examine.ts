import { examineService } from '@shop/runtime';
import { examineObjects, examineStorage } from '@shop/storage';
import { Client } from 'pg';
import type { Config } from '../config';
import { schema } from '../database';
import { examineOpenSearch } from '../search/opensearch/connection';

const FILES = 20;

/**
 * Tries the configured database, broker, storage and OpenSearch, and whether the storage is the one of all replicas.
 * @returns the problems of the configuration, in sentences
 */
export async function examine(config: Config): Promise<string[]> {
  const findings = await Promise.all([
    examineService(config, schema),
    examineStorage(config),
    examineFiles(config),
    examineOpenSearch(config.OPENSEARCH_URL),
  ]);
  return findings.flat();
}

/** Looks for the newest files of packages. A database that does not answer is told elsewhere. */
async function examineFiles(config: Config): Promise<string[]> {
  const keys = await newestKeys(config.DATABASE_URL).catch(() => []);
  return keys.length > 0 ? examineObjects(config, 'newest files of packages', keys) : [];
}

async function newestKeys(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string }>(
      'SELECT object_key AS key FROM package_files ORDER BY id DESC LIMIT $1',
      [FILES],
    );
    return rows.map(({ key }) => key);
  } finally {
    await client.end();
  }
}
