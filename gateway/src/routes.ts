import { ADMIN_PREFIX } from '@shop/contracts/constants';
import type { ServiceName } from '@shop/contracts/events';
import { ROUTES, routeAt, type Route } from '@shop/contracts/routes';

const DECLARED = Object.entries(ROUTES).flatMap(([owner, routes]) =>
  Object.values<Route>(routes).map((route) => ({ ...route, owner: owner as ServiceName })),
);

/**
 * Every address that begins with this prefix belongs to the owner of the call, its 404 too: `/api/announcements/:id` →
 * `/api/announcements`.
 */
const prefixOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith(`/api${ADMIN_PREFIX}/`) ? 4 : 3)
    .join('/');

type Upload = readonly [method: string, path: string];

/** Prefix → the service that owns it. Who may call what is declared with each route. */
export const PREFIXES: Readonly<Record<string, ServiceName>> = Object.fromEntries(
  DECLARED.filter(({ who }) => who !== 'gateway').map(({ path, owner }) => [prefixOf(path), owner]),
);

/** The calls that take files: only they stream, and only they may take minutes. */
export const UPLOADS: readonly Upload[] = DECLARED.filter(({ form }) => form).map(({ method, path }) => [
  method.toUpperCase(),
  path,
]);

// as tolerant as the routers of the services: capitals or small letters, with or without a slash at the end
const UPLOAD_PATTERNS = UPLOADS.map(
  ([method, path]) => [method, new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i')] as const,
);

/** Whether a call takes files, so that its body is streamed on. */
export const takesUpload = (method: string, path: string): boolean =>
  UPLOAD_PATTERNS.some(([one, pattern]) => one === method && pattern.test(path));

/** The page with the links that open a call; undefined for a call that no link opens. */
export const linkedFrom = ({ method, originalUrl }: { method: string; originalUrl: string }): Route['linkedFrom'] =>
  routeAt(method, originalUrl.replace(/\?.*/, ''))?.linkedFrom;

/** The service that a path belongs to; null when it belongs to none. */
export const serviceOf = (path: string): ServiceName | null => {
  const found = Object.entries(PREFIXES).find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return found?.[1] ?? null;
};
