import { z } from 'zod';
import { gatewayRoutes, LIMITS, pathOf, ROUTES, routeAt, type Answer, type Route } from './routes';

const CALLS = Object.entries(ROUTES).flatMap(([owner, routes]) =>
  Object.entries<Route>(routes).map(([name, route]) => ({ ...route, owner, name })),
);
const called = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
const namesIn = (path: string) => [...path.matchAll(/:(\w+)|\*$/g)].map(([, name = 'rest']) => name);
const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;

type Json = { type?: string; properties?: Record<string, Json>; additionalProperties?: unknown } & Record<string, unknown>;

test.each(CALLS)('$owner: what stands in the address of $name is checked by its name', ({ path, params, who }) => {
  expect(Object.keys((params && schemaOf(params, 'input').properties) ?? {}).sort()).toEqual(namesIn(path).sort());
  if (typeof who === 'object' && 'owner' in who) expect(namesIn(path)).toContain(who.owner);
});

test('no call is declared twice, and none is hidden by one that is declared before it', () => {
  const hidden = CALLS.flatMap((route, at) =>
    CALLS.slice(0, at)
      .filter(({ method, path }) => method === route.method && matcher(path).test(route.path.replace(/:\w+|\*$/g, '{it}')))
      .map((hider) => `${called(route)} by ${called(hider)}`),
  );
  expect(hidden).toEqual([]);
});

const matcher = (path: string) => new RegExp(`^${path.replace(/[.]/g, '\\$&').replace(/:\w+/g, '[^/]+').replace(/\*$/, '.+')}$`);

test('a call as it is made has the route that is declared for its address', () => {
  expect(routeAt('GET', '/api/orders/12')).toBe(ROUTES.orders.readOrder);
  expect(routeAt('GET', '/api/orders/holds')).toBe(ROUTES.orders.listHolds);
  expect(routeAt('GET', '/API/Orders/12/')).toBe(ROUTES.orders.readOrder);
  expect(routeAt('POST', '/api/orders/12')).toBeUndefined();
  expect(routeAt('GET', '/api/orders/12//')).toBeUndefined();
  expect(routeAt('GET', '/api/orders/12/nothing')).toBeUndefined();
  expect(routeAt('GET', '/log/tile/0/x001/234.p/5')).toBe(ROUTES.orders.readTile);
  expect(routeAt('GET', '/log/tile')).toBeUndefined();
  expect(routeAt('GET', '/log')).toBeUndefined();
});

test('the address of a call has its parameters in their places', () => {
  expect(pathOf(ROUTES.orders.readContract, { id: 12, item: 3 })).toBe('/api/orders/12/contracts/3.pdf');
  expect(pathOf(ROUTES.orders.readTile, { rest: '0/x001/234.p/5' })).toBe('/log/tile/0/x001/234.p/5');
  expect(pathOf(ROUTES.catalog.mediaFile, { file: 'a/b?c.webp' })).toBe('/media/catalog/a%2Fb%3Fc.webp');
});

test('the query of a list that is everybody’s is described, and refuses nothing', () => {
  const { query } = ROUTES.catalog.listProducts;
  expect(Object.keys(schemaOf(query, 'input').properties!).sort()).toEqual([
    ...['after', 'category', 'delivery', 'limit', 'page', 'q', 'sort', 'status', 'store'],
  ]);
  const input = { page: 'x', status: ['sold', 'held'], utm_source: 'mail' };
  expect(query.safeParse(input)).toMatchObject({ success: true, data: { utm_source: 'mail' } });
});

test('every limit has a name of its own and belongs to a call', () => {
  const names = Object.values(LIMITS).map(({ name }) => name);
  const declared = [...CALLS, ...Object.values<Route>(gatewayRoutes)].flatMap(({ limits = [] }) =>
    limits.map(({ name }) => name),
  );
  expect(new Set(names).size).toBe(names.length);
  expect([...new Set(declared)].sort()).toEqual([...names].sort());
});

test('a limit says in words what it counts', () => {
  expect(ROUTES.catalog.countPlay.limits).toEqual([
    { name: 'plays', points: 300, seconds: 3600, words: '300 plays of an address in an hour' },
  ]);
});

/** Places of a schema where an unknown field would go unnoticed. */
function loose(schema: unknown, place: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((member, at) => loose(member, `${place}.${at}`));
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, properties, additionalProperties } = schema as Json;
  const here = type === 'object' && properties && additionalProperties !== false ? [place] : [];
  return [...here, ...Object.entries(schema).flatMap(([key, value]) => loose(value, `${place}.${key}`))];
}

const isSchema = (answer: Answer): answer is z.ZodType => answer instanceof z.ZodType;

test.each(CALLS)('$owner: every field of what $name answers is declared', ({ answers }) => {
  const places = Object.entries(answers).flatMap(([status, answer]) =>
    isSchema(answer) ? loose(schemaOf(answer, 'input'), status) : [],
  );
  expect(places).toEqual([]);
});

test('an unknown field of an answer would be noticed, however deep', () => {
  const strict = z.strictObject({ a: z.array(z.strictObject({ b: z.string() })) });
  expect(loose(schemaOf(strict, 'input'), '200')).toEqual([]);
  expect(loose(schemaOf(z.strictObject({ a: z.array(z.object({ b: z.string() })) }), 'input'), '200')).toEqual([
    '200.properties.a.items',
  ]);
});

test.each(CALLS)('$owner: what $name answers is sent as it is', ({ answers }) => {
  for (const answer of Object.values(answers)) {
    if (isSchema(answer)) expect(schemaOf(answer, 'output')).toEqual(schemaOf(answer, 'input'));
  }
});
