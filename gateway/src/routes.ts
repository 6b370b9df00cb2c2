import { ADMIN_PREFIX } from '@shop/contracts/constants';
import type { ServiceName } from '@shop/contracts/events';
import { ROUTES, routeAt, type Route } from '@shop/contracts/routes';

const DECLARED = Object.entries(ROUTES).flatMap(([owner, routes]) =>
  Object.values<Route>(routes).map((route) => ({ ...route, owner: owner as ServiceName })),
);

/**
 * Every address with this prefix belongs to the call's owner, even a 404: `/api/announcements/:id`
 * @returns `/api/announcements`.
 */
function prefixOf(path: string): string {
  let end = 0;
  for (let slashes = path.startsWith(ADMINS) ? 3 : 2; slashes > 0 && end !== -1; slashes -= 1) end = path.indexOf('/', end + 1);
  return end === -1 ? path : path.slice(0, end);
}
const ADMINS = `/api${ADMIN_PREFIX}/`;

/** The service that owns each prefix. Each route declares its own callers. */
export const PREFIXES: Readonly<Record<string, ServiceName>> = Object.fromEntries(
  DECLARED.filter(({ who }) => who !== 'gateway').map(({ path, owner }) => [prefixOf(path), owner]),
);

/** The prefixes of calls that are neither below `/api` nor files: everybody may make them, without a session. */
export const OPEN_PREFIXES: readonly string[] = Object.keys(PREFIXES).filter((prefix) => !/^\/(api|media)\//.test(prefix));

/** The path of an address that passed `guard/plain-address.ts`: the services read the same one. */
export function pathIn(address: string): string {
  const end = address.indexOf('?');
  return end === -1 ? address : address.slice(0, end);
}

/** The call that a request makes; undefined when none is declared for its address. As in the services, `GET` also answers `HEAD`. */
export const callOf = ({ method, originalUrl }: { method: string; originalUrl: string }): Route | undefined =>
  routeAt(method === 'HEAD' ? 'GET' : method, pathIn(originalUrl));

const OWNERS = new Map(Object.entries(PREFIXES));

/** The service that a path belongs to; null when there is none. */
export const serviceOf = (path: string): ServiceName | null => OWNERS.get(prefixOf(path)) ?? null;
