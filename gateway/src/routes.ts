import { ADMIN_PREFIX } from '@shop/contracts/constants';
import type { ServiceName } from '@shop/contracts/events';
import { ROUTES, routeAt, type Route } from '@shop/contracts/routes';

const DECLARED = Object.entries(ROUTES).flatMap(([owner, routes]) =>
  Object.values<Route>(routes).map((route) => ({ ...route, owner: owner as ServiceName })),
);

/** Every address with this prefix belongs to the call's owner, even a 404: `/api/announcements/:id` → `/api/announcements`. */
const prefixOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith(`/api${ADMIN_PREFIX}/`) ? 4 : 3)
    .join('/');

/** Prefix → the service that owns it. Each route declares its own callers. */
export const PREFIXES: Readonly<Record<string, ServiceName>> = Object.fromEntries(
  DECLARED.filter(({ who }) => who !== 'gateway').map(({ path, owner }) => [prefixOf(path), owner]),
);

/** → whether a request is a call of this kind. Like the services' routers, it accepts capitals and a slash at the end. */
function callsWith(isOne: (route: Route) => boolean) {
  const calls = DECLARED.filter(isOne).map(({ method, path }) => ({
    method: method.toUpperCase(),
    address: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
  }));
  return (method: string, path: string): boolean => calls.some((one) => one.method === method && one.address.test(path));
}

/** Whether a call takes files: only then the gateway streams the body, and only then it may take minutes. */
export const takesUpload = callsWith(({ form }) => form !== undefined);

/** Whether a session may be over or have other rights after a call: the gateway then asks identity about it again. */
export const changesSession = callsWith((route) => route.changesSession === true);

/** The page with the links that open a call; undefined for a call that no link opens. */
export const linkedFrom = ({ method, originalUrl }: { method: string; originalUrl: string }): Route['linkedFrom'] =>
  routeAt(method, originalUrl.replace(/\?.*/, ''))?.linkedFrom;

/** The service that a path belongs to; null when there is none. */
export const serviceOf = (path: string): ServiceName | null => {
  const found = Object.entries(PREFIXES).find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return found?.[1] ?? null;
};
