import type { ServiceName } from './define-event';
import type { CallsOf } from './routes/calls';
import { catalogRoutes } from './routes/catalog';
import { identityRoutes } from './routes/identity';
import { notificationRoutes } from './routes/notifications';
import { orderRoutes } from './routes/orders';
import type { Routes } from './routes/route';
import { sellerRoutes } from './routes/sellers';

/** Calls on the wire, by owner: each is declared once, here. */
export * from './routes/catalog';
export * from './routes/identity';
export * from './routes/gateway';
export * from './routes/notifications';
export * from './routes/orders';
export * from './routes/own-data';
export * from './routes/second-factor';
export * from './routes/sellers';
export type * from './routes/calls';
export type { Answer, Route, Routes } from './routes/route';

/** Every call of every owner. */
export const ROUTES = {
  identity: identityRoutes,
  catalog: catalogRoutes,
  orders: orderRoutes,
  sellers: sellerRoutes,
  notifications: notificationRoutes,
} satisfies Record<ServiceName, Routes>;

/** Every call by method and path, as `GET /api/announcements/:id`. */
export type Calls = CallsOf<typeof ROUTES>;
