import type { ServiceName } from '@shop/contracts/events';
import { ROUTES, type Route } from '@shop/contracts/routes';
import { declared, type Described } from '@shop/http';
import type { Subscription } from '@shop/messaging';
import { HEARS } from '../brokers/hears';

export type Declared = { endpoints: readonly Described[]; subscriptions: readonly Subscription[] };

const declaredBy = (service: ServiceName): Declared => ({
  endpoints: Object.values<Route>(ROUTES[service]).map(declared),
  subscriptions: HEARS[service],
});

/** The calls of every service as the contracts declare them, and what it hears as its subscriptions.ts says. */
export const DECLARED: Record<ServiceName, Declared> = {
  identity: declaredBy('identity'),
  catalog: declaredBy('catalog'),
  orders: declaredBy('orders'),
  sellers: declaredBy('sellers'),
  notifications: declaredBy('notifications'),
};
