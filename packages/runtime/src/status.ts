import type { Broker } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { backlogOf } from './operators/backlog';
import { version } from './operators/version';

/** How a service is: its release, whether it has its broker, and what it has not sent and not done yet. */
export const statusOf = async (source: DataSource, broker: Broker) => ({
  version,
  broker: broker.connected(),
  ...(await backlogOf(source)),
});
