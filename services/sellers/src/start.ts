import { ALL_EVENTS } from '@shop/contracts/events';
import { openDatabase, runService, type Broker, type Log, type RunningService } from '@shop/kit';
import type { Config } from './config';
import { schema } from './database';
import { storeEndpoints } from './stores/stores.endpoints';
import { subscriptions } from './subscriptions';

/** Stores and what their owners see of their tracks. */
export async function start(config: Config, { broker, log }: { broker: Broker; log: Log }): Promise<RunningService> {
  const source = await openDatabase({ ...schema, url: config.DATABASE_URL, poolSize: config.DATABASE_POOL, log });
  return runService({
    name: 'sellers',
    config,
    source,
    broker,
    log,
    endpoints: storeEndpoints(source),
    subscriptions,
    events: ALL_EVENTS,
  });
}
