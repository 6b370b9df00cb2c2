import type { Route } from '@shop/declare';
import type { Routes, ServiceName } from './declare';
import { withValues } from './pages';
import type { CallsOf, ParamsOf } from './routes/calls';
import { catalogRoutes } from './routes/catalog';
import { identityRoutes } from './routes/identity';
import { notificationRoutes } from './routes/notifications';
import { orderRoutes } from './routes/orders';
import { gatewayRoutes } from './routes/gateway';
import { sellerRoutes } from './routes/sellers';

/** Calls on the wire, by owner. Each is declared once, here. */
export * from './routes/asks';
export * from './routes/catalog';
export * from './routes/every-service';
export * from './routes/gateway';
export * from './routes/identity';
export * from './routes/notifications';
export * from './routes/orders';
export * from './routes/packages';
export * from './routes/recordings';
export * from './routes/sellers';
export type * from './routes/calls';
export * from './routes/limits';
export type { Routes } from './declare';
export type { Answer, Route } from '@shop/declare';

export const ROUTES = {
  identity: identityRoutes,
  catalog: catalogRoutes,
  orders: orderRoutes,
  sellers: sellerRoutes,
  notifications: notificationRoutes,
} satisfies Record<ServiceName, Routes>;

/** A concrete call can only be one of the routes with its method and as many segments, or one whose end is free. */
const kindOf = (method: string, path: string) => `${method.toUpperCase()} ${path.replace(/\/$/, '').split('/').length}`;
const freeKindOf = (method: string) => `${method.toUpperCase()} *`;

const ROUTES_BY_KIND = new Map<string, { route: Route; address: RegExp }[]>();
for (const route of [gatewayRoutes, ...Object.values(ROUTES)].flatMap((routes) => Object.values<Route>(routes))) {
  const kind = route.path.endsWith('/*') ? freeKindOf(route.method) : kindOf(route.method, route.path);
  const address = new RegExp(`^${route.path.replace(/\./g, '\\.').replace(/:\w+/g, '[^/]+').replace(/\*$/, '.+')}/?$`, 'i');
  ROUTES_BY_KIND.set(kind, [...(ROUTES_BY_KIND.get(kind) ?? []), { route, address }]);
}

/**
 * The route of a concrete call such as `PUT /api/orders/12/status`; undefined when no route is declared for it. Like the services'
 * routers, it accepts capitals and a slash at the end.
 */
export const routeAt = (method: string, path: string): Route | undefined =>
  [kindOf(method, path), freeKindOf(method)]
    .flatMap((kind) => ROUTES_BY_KIND.get(kind) ?? [])
    .find(({ address }) => address.test(path))?.route;

/**
 * The address of a call, its parameters in their places.
 * @example pathOf(orderRoutes.readOrder, { id: 12 })
 */
export const pathOf = <R extends Route>({ path }: R, params: ParamsOf<R>): string =>
  withValues(path, params as Record<string, string | number>);

/** Every call by method and path, as `GET /api/announcements/:id`, the gateway's own too. */
export type Calls = CallsOf<typeof ROUTES & { gateway: typeof gatewayRoutes }>;
