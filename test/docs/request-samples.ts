import { join } from 'node:path';
import { CODE_LENGTH } from '@shop/contracts/constants';
import * as contracts from '@shop/contracts/routes';
import { gatewayRoutes, ROUTES, type Route, type Routes } from '@shop/contracts/routes';
import { whoText } from '@shop/http';
import type { z } from 'zod';
import { exampleOf, fieldsOf, optionsOf, requiredOf } from './example-values';

const CALLS = { gateway: gatewayRoutes, ...ROUTES } satisfies Record<string, Routes>;
type Owner = keyof typeof CALLS;
export const OWNERS = Object.keys(CALLS) as Owner[];

export const samplesFileOf = (owner: Owner) =>
  join(__dirname, '../..', owner === 'gateway' ? 'gateway' : `services/${owner}`, `${owner}.http`);

/** The calls that a browser can make. */
export const publicRoutesOf = (owner: Owner) => Object.values<Route>(CALLS[owner]).filter(({ who }) => who !== 'gateway');

/** The values of the parameters in paths, by the names that {@link variableOf} gives them; all others are 1. */
const VARIABLES: Record<string, string> = {
  month: '2026-11',
  dispute: 'PP-D-ABCDE',
  paper: 'sale',
  action: 'accept-claim',
  user: '2',
  token: 'paste-the-token',
  file: 'paste-the-name.webp',
  session: '00000000-0000-4000-8000-000000000000',
  passkey: '00000000-0000-4000-8000-000000000000',
  upload: '7b1f4f6e-0c55-4b0f-9f5e-2f1f0a3a6c11',
  status: 'inactive',
  code: '0'.repeat(CODE_LENGTH),
  rest: '0/000.p/1',
  scope: 'track',
  until: '1893456000',
  signature: 'paste-the-signature',
};
/** The samples of sellers use the demo's seller, all others its buyer. */
const SELLER = { email: 'demo.seller@example.com', user: '3' };
const BUYER = { email: 'demo.buyer@example.com', user: '2' };

/** Queries that show more than the first page. Other calls show their required parameters. */
const QUERIES: Record<string, string> = {
  'GET /api/products': 'page=1&limit=10&q=night&status=active&category=Techno&store=house&delivery=link&sort=-price',
  'GET /api/products/search':
    'q=night&price=100-500&bpm=120-130&half_double=1&genre=Techno&genre=House&with=stems&mode=minor&sort=price-low&limit=24',
  'GET /api/orders/:id/downloads/:item': 'token=paste-the-token',
  'GET /api/log/proof': `code=${'0'.repeat(CODE_LENGTH)}`,
  'GET /api/timeline': 'page=1&limit=10&about=order:1',
  'GET /api/timeline/list.csv': 'about=order:1',
};
/** This call answers anyone, and admins get more, so its sample is an admin's. */
const MORE_FOR_ADMINS = 'GET /api/products';

/** The `.http` file of a service: one request for each of its public calls, in their declared groups. */
export function renderRequestSamples(owner: Owner): string {
  const routes = publicRoutesOf(owner);
  const person = owner === 'sellers' ? SELLER : BUYER;
  const names = [...new Set(routes.flatMap(variablesOf))].sort();
  const values = names.map((name) => `@${name} = ${name === 'user' ? person.user : (VARIABLES[name] ?? '1')}\n`);
  const needs = (token: string) => routes.some((route) => tokenOf(route) === token);
  const logins = [
    ...(needs('user') ? [loginAs('user', person.email, 'Demo-Tracks-24!')] : []),
    ...(needs('admin') ? [loginAs('admin', 'admin@ghostline.example', '{{adminPassword}}')] : []),
  ];
  return `# Every call of ${owner === 'gateway' ? 'the gateway itself' : `${owner}, through the gateway`}. Written by \`npx tsx -C source test/docs/write-generated.ts\` from
# packages/contracts/src/routes and the values in test/docs/example-values.ts; a test fails when it is out of date.
# Send the logins first: the other requests take their tokens. \`npm start\` prints the admin's password.
@shop = http://localhost:8080
${needs('admin') ? '@adminPassword = paste-the-password\n' : ''}${values.join('')}
${[...logins, ...groupsOf(owner).flatMap(({ title, routes: group }) => [`### ---- ${title} ----\n`, ...group.map(sampleOf)])].join('\n')}`;
}

/** The groups in which an owner's calls are exported, in the order in which they are served. */
function groupsOf(owner: Owner): { title: string; routes: Route[] }[] {
  const calls = publicRoutesOf(owner);
  const exported = Object.entries(contracts as unknown as Record<string, Routes>).filter(
    ([name, group]) => name.endsWith('Routes') && group !== CALLS[owner],
  );
  const groups = exported.map(([name, group]) => ({
    title: titleOf(name),
    routes: calls.filter((route) => Object.values(group).includes(route)),
  }));
  const place = ({ routes }: { routes: Route[] }) => calls.indexOf(routes[0]!);
  return groups.filter(({ routes }) => routes.length > 0).sort((a, b) => place(a) - place(b));
}

/**
 * Such as `adminOrderRoutes`
 * @returns `admin order`.
 */
const titleOf = (name: string) =>
  name
    .replace(/Routes$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const loginAs = (name: string, email: string, password: string) => `### Log in
# @name ${name}
POST {{shop}}/api/users/login
Content-Type: application/json

${jsonOf({ email, password })}
`;

/** The token that a call takes: a user's, such as that of the owner of the path's object, or an admin's. */
function tokenOf(route: Route): 'user' | 'admin' | null {
  const { who } = route;
  if (nameOf(route) === MORE_FOR_ADMINS) return 'admin';
  if (who === 'anyone' || who === 'gateway') return null;
  return who === 'user' || (typeof who === 'object' && !('roles' in who)) ? 'user' : 'admin';
}

function sampleOf(route: Route): string {
  const token = tokenOf(route);
  const { type, text } = bodyOf(route);
  const heads = [
    `${route.method.toUpperCase()} {{shop}}${pathOf(route)}${queryOf(route)}`,
    ...(token ? [`Authorization: Bearer {{${token}.response.body.$.token}}`] : []),
    ...(type ? [`Content-Type: ${type}`] : []),
  ];
  return `### ${[route.summary, ...hintsOf(route)].join('\n# ')}\n${heads.join('\n')}\n${text ? `\n${text}\n` : ''}`;
}

/** The facts that a request does not show: who may call, further parameters, and whether it needs a second factor. */
function hintsOf(route: Route): string[] {
  const query = queryOf(route);
  const more = Object.entries(route.query ? fieldsOf(route.query) : {}).filter(([name]) => !query.includes(`${name}=`));
  const fields = more.map(([name, field]) => {
    const options = optionsOf(field);
    return options.length > 0 && options.length <= 10 ? `${name}=${options.join('|')}` : name;
  });
  return [
    `who: ${whoText(route.who)}`,
    ...(fields.length > 0 ? [`also: ${fields.join(', ')}`] : []),
    ...(route.stepUp ? ['after a step-up: POST /api/users/step-up'] : []),
  ];
}

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
const variablesOf = ({ path }: Route) => [...path.matchAll(PARAMETER)].map(([, name]) => variableOf(path, name));
const pathOf = (route: Route) => route.path.replace(PARAMETER, (_, name?: string) => `{{${variableOf(route.path, name)}}}`);
const PARAMETER = /:(\w+)|\*$/g;

/** `:userId` is `user`, a file without a name `packageFile`; an `:id` is named by the part before it: `/api/service-requests/:id` is `serviceRequest`. */
function variableOf(path: string, name = 'rest'): string {
  if (name === 'fileId') return 'packageFile';
  if (name !== 'id') return name.replace(/Id$/, '');
  const [, before] = /([\w-]+)s\/:id/.exec(path)!;
  return before!.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function queryOf(route: Route): string {
  const { query } = route;
  if (QUERIES[nameOf(route)]) return `?${QUERIES[nameOf(route)]}`;
  if (!query) return '';
  const page = Object.entries({ page: 1, limit: 10 }).filter(([name]) => 'page' in fieldsOf(query) && name in fieldsOf(query));
  const params = [...requiredOf(query), ...page].map(([name, value]) => `${name}=${String(value)}`);
  return params.length > 0 ? `?${params.join('&')}` : '';
}

function bodyOf(route: Route): { type?: string; text?: string } {
  const { raw, form, body } = route;
  if (form) return { type: 'multipart/form-data; boundary=form', text: multipartOf(form, route) };
  return raw || body ? { type: raw ?? 'application/json', text: jsonOf(exampleOf(body, nameOf(route))) } : {};
}

/** On one line when it fits, else a line for each field. */
function jsonOf(value: unknown): string {
  const spaced = (value: unknown) =>
    JSON.stringify(value, null, 1)
      .replace(/\n */g, ' ')
      .replace(/\[ /g, '[')
      .replace(/ \]/g, ']');
  if (spaced(value).length <= 100) return spaced(value);
  const lines = Object.entries(value as object).map(([name, one]) => `  ${JSON.stringify(name)}: ${spaced(one)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

/** The parts of forms that are files, and the files beside the samples that they send. */
const FILES: Record<string, string> = {
  ...{ audio: 'track.wav', img: 'cover.png', image: 'picture.png' },
  verification: 'passport.png',
};

/** A change sends only the required files; the others stay. */
function multipartOf(form: z.ZodType, route: Route): string {
  const values = exampleOf(form, nameOf(route));
  const parts = Object.keys(fieldsOf(form)).flatMap((name) => {
    const head = `--form\nContent-Disposition: form-data; name="${name}"`;
    const file = FILES[name];
    if (!(name in values) && !(file && route.method === 'post')) return [];
    return file ? [`${head}; filename="${file}"\n\n< ./${file}`] : [`${head}\n\n${String(values[name])}`];
  });
  return `${parts.join('\n')}\n--form--`;
}
