import { subscriptions as catalog } from '../../services/catalog/src/subscriptions';
import { subscriptions as identity } from '../../services/identity/src/subscriptions';
import { subscriptionsOf } from '../../services/notifications/src/subscriptions';
import { subscriptions as orders } from '../../services/orders/src/subscriptions';
import { subscriptionsOf as sellersHear } from '../../services/sellers/src/subscriptions';

/** The events in each service's subscriptions.ts. */
export const HEARS = {
  identity,
  catalog,
  orders,
  sellers: sellersHear('', 'UTC'),
  notifications: subscriptionsOf({ name: '', url: '', timeZone: 'UTC' }, ''),
};
