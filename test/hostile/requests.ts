import fc from 'fast-check';
import { AUTHORISATION, type Row } from '../authorisation/authorisation';

/** A request with one fault. */
export type Wronged = {
  call: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  as: 'V' | 'B' | 'S' | 'A';
  /** The fault, in words for the reader of a failure. */
  wrong: string;
};

const person = { name: 'Alex Moor', email: 'alex.moor@example.com', description: 'Warm rather than loud.' };

/** Whole bodies for calls whose rows in the table hold only enough to test authorisation. */
const WHOLE: Record<string, Record<string, unknown>> = {
  'POST /api/coupons': { code: 'GENERATED', discount_percent: 10, is_forever: true },
  'POST /api/track-order/order-track': {
    ...person,
    genre: 'Techno',
    bpm: 128,
    version: 'Instrumental',
    projectFile: 'No',
    masterVersion: 'Yes',
    mixVersion: [],
    radioVersion: [],
    example: 'https://example.com/track',
  },
  'POST /api/co-producing/order': { ...person, needs: ['Other'], link: '' },
  'POST /api/mixing-mastering/order': { ...person, needs: ['Mixing'], stemsCount: 4, example: '' },
};

/** These calls would end the sessions of all later calls. */
const ENDS_SESSIONS = /^(POST \/api\/users\/log|DELETE \/api\/users\/sessions)/;

const rows = AUTHORISATION.filter(
  ({ method, route, path }) => !ENDS_SESSIONS.test(`${method} ${route}`) && path !== '/api/products/events',
);
const bodyOf = ({ method, route, body }: Row) => WHOLE[`${method} ${route}`] ?? body ?? {};

const NASTY = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 9_999_999_999],
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    'NaN',
    'null',
    'undefined',
    '[object Object]',
    '%00',
    '%',
    '../../etc/passwd',
    '$where',
    '{{7*7}}',
  ],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE users; --',
    '<script>alert(1)</script>',
    '2026-13-45',
    '0000-00-00',
    'a@b',
    '"a b"@example.com',
  ],
  ...[
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00x',
    '\u202e',
    '\u200b',
    '\ufeff',
    'é'.repeat(300),
    '🎧'.repeat(5000),
    'x'.repeat(70_000),
  ],
  ...[
    [],
    [[]],
    [null],
    {},
    { length: 1 },
    { toString: 1 },
    { $ne: null },
    { __proto__x: 1 },
    Array.from({ length: 2000 }, (_, i) => i),
  ],
  JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":1}}') as unknown,
];
const nasty = fc.constantFrom(...NASTY);
/** Texts for an address or a header. */
const nastyText = fc.oneof(
  nasty.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 3000)),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const encoded = (text: string) => {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
};

type Change = { wrong: string; change: (request: Wronged) => Wronged };
const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const shorten = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 80);

/** A body with one fault: a replaced, missing or unknown field, or another body. */
function wrongBody(row: Row, fields: readonly string[]): fc.Arbitrary<Change> {
  const good = bodyOf(row);
  const field = fc.constantFrom(...fields, 'recaptchaToken', 'confirm');
  const whole = (body: string | undefined, headers: Record<string, string>, wrong: string): Change => ({
    wrong,
    change: (request) => ({ ...request, body, headers: { ...request.headers, ...headers } }),
  });
  const fromJson = (body: unknown, wrong: string) => whole(json(body).body, json(body).headers, wrong);
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(field, nasty)
        .map(([name, value]) => fromJson({ ...good, [name]: value }, `${name}: ${shorten(value)}`)),
    },
    {
      weight: 2,
      arbitrary: field.map((name) =>
        fromJson(Object.fromEntries(Object.entries(good).filter(([key]) => key !== name)), `no ${name}`),
      ),
    },
    { weight: 2, arbitrary: nasty.map((value) => fromJson(value, `the body is ${shorten(value)}`)) },
    fc.constantFrom(
      whole('{"a":', { 'content-type': 'application/json' }, 'half a body'),
      whole('', { 'content-type': 'application/json' }, 'no body'),
      whole('a=b&c[d]=e', { 'content-type': 'application/x-www-form-urlencoded' }, 'a form'),
      whole(JSON.stringify(good), { 'content-type': 'application/json; charset=utf-42' }, 'an unknown charset'),
      whole(JSON.stringify(good), { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'not gzip'),
      whole('--x\r\n\r\n', { 'content-type': 'multipart/form-data; boundary=x' }, 'half a form'),
      whole('x', { 'content-type': 'multipart/form-data' }, 'a form without boundary'),
      whole(`${'['.repeat(50_000)}`, { 'content-type': 'application/json' }, 'a deep body'),
    ),
  );
}

function wrongAddress(row: Row, queries: readonly string[]): fc.Arbitrary<Change> {
  const at = (name: string, value: string) => ({
    wrong: `?${name}=${value.slice(0, 80)}`,
    change: (request: Wronged) => ({
      ...request,
      path: `${request.path}${request.path.includes('?') ? '&' : '?'}${name}=${value}`,
    }),
  });
  const parameters = [...row.route.matchAll(/:\w+/g)].map(([name]) => name);
  const query = fc.tuple(fc.constantFrom(...queries, 'page', 'limit', 'q', 'sort'), nastyText);
  const inQuery = fc.oneof(
    query.map(([name, value]) => at(name, encoded(value))),
    query.map(([name, value]) => at(`${name}[]`, encoded(value))),
    query.map(([name, value]) => at(`${name}[a][b]`, encoded(value))),
    query.map(([name, value]) => at(name, `1&${name}=${encoded(value)}`)),
  );
  if (parameters.length === 0) return inQuery;
  const inPath = fc.tuple(fc.constantFrom(...parameters), nastyText).map(([name, value]) => ({
    wrong: `${name} is ${value.slice(0, 80)}`,
    change: (request: Wronged) => ({ ...request, path: row.route.replace(name, encoded(value) || '%20').replace(/:\w+/g, '1') }),
  }));
  return fc.oneof(inQuery, inPath);
}

const wrongHeader: fc.Arbitrary<Change> = fc
  .constantFrom<[string, string]>(
    ['range', 'bytes=9-1'],
    ['range', 'bytes=-0,0-,99999999999999-'],
    ['if-none-match', 'W/"'],
    ['if-modified-since', 'yesterday'],
    ['accept', 'x'.repeat(2000)],
    ['accept-encoding', 'br;q=9, *;q=-1'],
    ['authorization', 'Basic Og=='],
    ['authorization', `Bearer ${'x'.repeat(4000)}`],
    ['cookie', 'sid=%%%; userId={}; sid=a'],
    ['x-forwarded-for', "1'1, ::g, 999.1.1.1"],
    ['x-internal-user', '1'],
    ['origin', 'null'],
    ['content-type', 'text/'],
  )
  .map(([name, value]) => ({
    wrong: `${name}: ${value.slice(0, 80)}`,
    change: (request) => ({ ...request, headers: { ...request.headers, [name]: value } }),
  }));

const wrongMethod: fc.Arbitrary<Change> = fc
  .constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')
  .map((method) => ({
    wrong: `${method} instead`,
    change: (request) => ({ ...request, method, body: ['GET', 'HEAD'].includes(method) ? undefined : request.body }),
  }));

/** The fields and query parameters of a call by name, from the API's own document. */
export type Takes = (method: string, route: string) => { fields: string[]; queries: string[] };

/** Any call of the table, by any role, with one fault. */
export const wrongedRequests = (takes: Takes): fc.Arbitrary<Wronged> =>
  fc.constantFrom(...rows).chain((row) => {
    const { fields, queries } = takes(row.method, row.route);
    const good = bodyOf(row);
    const sends = row.method !== 'GET' && row.method !== 'DELETE';
    const names = [...new Set([...fields, ...Object.keys(good)])];
    const changes = [wrongAddress(row, queries), wrongHeader, wrongMethod];
    const weighted = sends ? [{ weight: 6, arbitrary: wrongBody(row, names) }, ...changes] : changes;
    return fc
      .tuple(fc.constantFrom<Wronged['as']>('A', 'A', 'B', 'S', 'V'), fc.oneof(...weighted))
      .map(([as, { wrong, change }]) =>
        change({
          call: `${row.method} ${row.route}`,
          method: row.method,
          path: row.path,
          headers: sends ? json(good).headers : {},
          body: sends ? json(good).body : undefined,
          as,
          wrong,
        }),
      );
  });
