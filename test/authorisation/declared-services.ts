import type { ServiceName } from '@shop/contracts/events';
import { ROUTES, type Route } from '@shop/contracts/routes';
import { declarationOf, type Declared } from '@shop/http';
import type { Subscription } from '@shop/messaging';
import { HEARS } from '../brokers/hears';

type DeclaredService = { endpoints: readonly Declared[]; subscriptions: readonly Subscription[] };

const declaredBy = (service: ServiceName): DeclaredService => ({
  endpoints: Object.values<Route>(ROUTES[service]).map(declarationOf),
  subscriptions: HEARS[service],
});

/** The calls of every service as the contracts declare them, and the events in its subscriptions.ts. */
export const DECLARED: Record<ServiceName, DeclaredService> = {
  identity: declaredBy('identity'),
  catalog: declaredBy('catalog'),
  orders: declaredBy('orders'),
  sellers: declaredBy('sellers'),
  notifications: declaredBy('notifications'),
};
