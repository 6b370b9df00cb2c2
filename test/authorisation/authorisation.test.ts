import { describeEndpoints, whoText, type Declared } from '@shop/http';
import { mergeDocuments } from '../../gateway/src/openapi';
import { callOf as callAt, serviceOf } from '../../gateway/src/routes';
import { AUTHORISATION, PLACEHOLDERS, ROLES, type Answers, type Expected, type Role, type Row } from './authorisation';
import { DECLARED } from './declared-services';

const SERVICES = ['identity', 'catalog', 'orders', 'sellers', 'notifications'] as const;

const callOf = ({ method, path }: Declared) => `${method.toUpperCase()} ${path}`;
const rowsOf = (owner: Row['owner']) => AUTHORISATION.filter((row) => row.owner === owner);
const rowCall = ({ method, route }: Row) => `${method} ${route}`;
const sorted = (calls: string[]) => [...new Set(calls)].sort();

test.each(SERVICES)(
  'every call of %s stands in the table of test/authorisation/authorisation.ts, and the table has no other',
  (service) => {
    expect(sorted(rowsOf(service).map(rowCall))).toEqual(sorted(DECLARED[service].endpoints.map(callOf)));
  },
);

test("the gateway's own calls stand in the table", () => {
  const { paths } = mergeDocuments([], '');
  const own = Object.entries(paths).flatMap(([path, calls]) =>
    Object.keys(calls as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(rowsOf('gateway').map(rowCall)).toEqual(expect.arrayContaining(own));
});

test.each(SERVICES)('what %s declares beside each route agrees with the table', (service) => {
  for (const endpoint of DECLARED[service].endpoints) {
    for (const row of rowsOf(service).filter((row) => rowCall(row) === callOf(endpoint))) {
      expect({ call: `${row.method} ${row.path}`, disagreements: disagreements(endpoint, row) }).toEqual({
        call: `${row.method} ${row.path}`,
        disagreements: [],
      });
    }
  }
});

test.each(SERVICES)('the gateway routes every public call of %s to it, and nothing else', (service) => {
  for (const endpoint of DECLARED[service].endpoints) {
    const routed = serviceOf(endpoint.path.replace(/:\w+/g, '1'));
    expect([callOf(endpoint), routed]).toEqual([callOf(endpoint), endpoint.who === 'gateway' ? null : service]);
  }
});

test('the gateway knows which calls take files, and takes no other for one', () => {
  const all = Object.values(DECLARED).flatMap(({ endpoints }) => endpoints);
  const uploads = all.filter(({ accepts }) => accepts?.startsWith('multipart/'));
  for (const endpoint of all) {
    const path = endpoint.path.replace(/:\w+/g, '1');
    const takesFiles = callAt({ method: endpoint.method.toUpperCase(), originalUrl: path })?.form !== undefined;
    expect([callOf(endpoint), takesFiles]).toEqual([callOf(endpoint), uploads.includes(endpoint)]);
  }
});

test.each(SERVICES)('every public call of %s is documented with who may', (service) => {
  const { endpoints } = DECLARED[service];
  const paths = describeEndpoints(service, endpoints).paths as Record<string, Record<string, object>>;
  for (const { path, method, who } of endpoints.filter((endpoint) => endpoint.who !== 'gateway')) {
    expect(paths[path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{rest}')]?.[method]).toMatchObject({ 'x-who': whoText(who) });
  }
});

test('no row stands twice', () => {
  const rows = AUTHORISATION.map(({ method, path, body }) => JSON.stringify([method, path, body]));
  expect(rows.filter((row, at) => rows.indexOf(row) !== at)).toEqual([]);
});

test('every placeholder is explained, and every path fits its route', () => {
  for (const row of AUTHORISATION) {
    const used = [...`${row.path} ${JSON.stringify(row.body ?? {})}`.matchAll(/\{([A-Za-z][\w. ]*)\}/g)].map(([, name]) => name!);
    expect(Object.keys(PLACEHOLDERS)).toEqual(expect.arrayContaining(used));
    const fits = new RegExp(
      `^${row.route
        .replace(/:\w+/g, '[^/?]+')
        .replace(/\*$/, '.+')
        .replace(/\.pdf$/, '\\.pdf')}/?(\\?.*)?$`,
    );
    expect(row.path).toMatch(fits);
  }
});

/** The answers of a row that the declaration makes impossible. */
function disagreements({ who, path }: Declared, row: Row): string[] {
  return ROLES.filter((role) => !possible(who, path, row, role).includes(row.answers[role])).map(
    (role) => `${role}: ${row.answers[role]}, but the route is for ${whoText(who)}`,
  );
}

/** The answers that a declaration allows for this role; the handler decides among them. */
function possible(who: Declared['who'], route: string, row: Row, role: Role): Expected[] {
  if (who === 'anyone') return ['in', 404];
  if (who === 'gateway') return [404];
  if (typeof who === 'object' && 'owner' in who) {
    const owner = ownerIn(who.owner, route, row);
    if (admits(who.admin, role)) return byField(row, 'in', 404);
    if (role === owner) return ['in', 403, 404];
    if (who.hidden) return [404];
    return role === 'V' ? [401] : [403];
  }
  if (role === 'V') return [401];
  if (who === 'user') return ['in', 403, 404];
  if (who === 'admin') return admits(true, role) ? ['in', 404] : [403];
  if ('users' in who) return admits(who.admin, role) ? ['in', 404] : ['in', 403, 404];
  return admits(who.roles, role) ? byField(row, 'in', 404) : [403];
}

const byField = (row: Row, ...expected: Expected[]) => (row.byField ? [...expected, 403 as const] : expected);

const ADMIN_COLUMNS: Partial<Record<Role, string>> = { A: 'owner', AC: 'catalogue', AS: 'support', AF: 'finance', AV: 'viewer' };

function admits(admin: boolean | readonly string[], role: Role): boolean {
  const name = ADMIN_COLUMNS[role];
  return name !== undefined && (typeof admin === 'boolean' ? admin : admin.includes(name));
}

/** The role whose id the path has: `/api/cart/{B}` on `/api/cart/:userId` is B's. */
function ownerIn(parameter: string, route: string, { path }: Row): keyof Answers {
  const at = route.split('/').indexOf(`:${parameter}`);
  return path.split('/')[at]!.replace(/[{}]/g, '') as Role;
}
