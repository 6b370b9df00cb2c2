import type { Broker } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { backlogOf } from './operators/backlog';
import { version } from './operators/version';

/** The status of a service: its release, whether it has its broker, and its backlog. */
export const statusOf = async (source: DataSource, broker: Broker) => ({
  version,
  broker: broker.connected(),
  ...(await backlogOf(source)),
});
