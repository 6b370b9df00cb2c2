import { ALL_EVENTS } from '@shop/contracts/events';
import { openDatabase, runService, type Broker, type Log, type ObjectStorage, type RunningService } from '@shop/kit';
import { buildApp } from './app';
import type { CatalogConfig } from './config';
import { schema } from './database';
import { removeLeftovers } from './media/receive-upload';
import { createTranscoder } from './media/transcoder';
import { subscriptions } from './subscriptions';

export type CatalogDeps = { broker: Broker; storage: ObjectStorage; log: Log };

/** The catalog as a running service. Broker and storage belong to the caller. */
export async function start(config: CatalogConfig, { broker, storage, log }: CatalogDeps): Promise<RunningService> {
  const source = await openDatabase({
    ...schema,
    url: config.DATABASE_URL,
    migrationUrl: config.MIGRATION_DATABASE_URL,
    poolSize: config.DATABASE_POOL,
    log,
  });
  await removeLeftovers(config.UPLOAD_DIR);
  const transcoder = createTranscoder(log);
  const app = buildApp({ config, source, storage, transcoder, log });
  const service = await runService({ name: 'catalog', config, source, broker, log, subscriptions, events: ALL_EVENTS, ...app });
  return {
    ...service,
    async stop() {
      await service.stop();
      await transcoder.close();
    },
  };
}
