import type { Log } from '@shop/runtime';
import type { Config } from '../config';
import type { ServiceName } from '@shop/contracts/events';
import { openReplicas, type Replicas, type Resolve } from './replicas';

export type Services = Record<ServiceName, Replicas>;

/** Opens the replicas of every service from the configuration. */
export const openServices = (config: Config, log: Log, resolve?: Resolve): Services => ({
  identity: openReplicas('identity', config.IDENTITY_URL, log, resolve),
  catalog: openReplicas('catalog', config.CATALOG_URL, log, resolve),
  orders: openReplicas('orders', config.ORDERS_URL, log, resolve),
  sellers: openReplicas('sellers', config.SELLERS_URL, log, resolve),
  notifications: openReplicas('notifications', config.NOTIFICATIONS_URL, log, resolve),
});
