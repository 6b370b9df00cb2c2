import { everyServiceRoutes, gatewayRoutes, ROUTES, type Route } from '@shop/contracts/routes';

/** The files of a page of the gateway. */
const BESIDE_THE_ROUTES = ['/api/docs/:file'];

const PATHS = [
  ...BESIDE_THE_ROUTES,
  ...[everyServiceRoutes, gatewayRoutes, ...Object.values(ROUTES)].flatMap((routes) =>
    Object.values<Route>(routes).map(({ path }) => path),
  ),
].map((path) => path.split('/'));

/** An address in code: words, parameters of a route, and the placeholders of a template. */
const WRITTEN = /["'`\s](\/(?:api|internal)\/(?:\$\{[^}]*\}|[\w\-/:]|\.(?=\w))*)/g;

/** The sign for a placeholder of a template. */
const PLACE = '*';

const pattern = (segment: string) => new RegExp(`^${segment.replaceAll('.', '\\.').split(PLACE).join('.*')}$`);

/** Whether a written segment may be this one of a route. A segment that begins with a placeholder may also end there. */
const fits = (segment: string, declared: string | undefined) =>
  declared !== undefined && (declared.startsWith(':') || pattern(segment).test(declared));

function isDeclared(address: string): boolean {
  const segments = address.split('/');
  // An address that ends with a slash is the beginning of another.
  const isBeginning = segments.at(-1) === '';
  const parts = isBeginning ? segments.slice(0, -1) : segments;
  return PATHS.some(
    (path) =>
      (isBeginning ? path.length > parts.length : path.length === parts.length) &&
      parts.every((segment, at) => fits(segment, path[at])),
  );
}

/** The addresses of calls in a text that no route has, each once, as written. */
export const undeclaredIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(WRITTEN)]
      .map(([, written = '']) => written)
      .filter((literal) => {
        const address = literal.replace(/\$\{[^}]*\}/g, PLACE).replace(/:$/, '');
        // A variable at the end may hold a query.
        return !isDeclared(address) && !isDeclared(address.replace(/\*$/, ''));
      }),
  ),
];
