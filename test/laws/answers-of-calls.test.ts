import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, writtenFiles } from '../files/repository-files';
import { wronglyAnswered } from './answers-of-calls';

/** Both read one of several answers, and more fields than it declares. */
const READ_BY_HAND = [
  'web/src/features/cart/api/gone-track-api.ts: goneTrack',
  'web/src/features/catalog/api/catalog-api.ts: track',
];

test('every endpoint of the pages names the answer of the call that it asks', () => {
  const files = writtenFiles().filter((file) => /^web\/src\/.*(?<!\.test)\.tsx?$/.test(file));
  const wrong = files.flatMap((file) =>
    wronglyAnswered(readFileSync(join(root, file), 'utf8')).map((endpoint) => `${file}: ${endpoint}`),
  );
  expect(wrong.map((one) => one.split(':', 2).join(':')).sort()).toEqual(READ_BY_HAND);
});

const endpoint = (types: string, body: string) =>
  `api.injectEndpoints({ endpoints: (build) => ({ one: build.query<${types}>({ ${body} }) }) })`;

test.each([
  ['the answer of its call', endpoint("Answer<'GET /api/coupons'>, string", "query: () => call('GET /api/coupons')"), []],
  [
    'by another name',
    `type Found = Answer<'GET /api/coupons'>;\n${endpoint("Found['data'], void", "query: () => call('GET /api/coupons')")}`,
    [],
  ],
  ['nothing, which nobody reads', endpoint('unknown, void', "query: () => call('GET /api/coupons')"), []],
  ['a file', endpoint('string, void', "query: () => ({ ...call('GET /api/payouts/list.csv'), responseHandler: asText })"), []],
  [
    'the answer of another',
    endpoint("Answer<'GET /api/coupons'>, string", "query: () => call('GET /api/users')"),
    ["one: 'GET /api/users', not 'GET /api/coupons'"],
  ],
  [
    'of one of its two',
    endpoint("Answer<'GET /api/users'>, string", "query: (id) => id ? call('GET /api/users') : call('GET /api/coupons')"),
    ["one: 'GET /api/coupons' and 'GET /api/users', not 'GET /api/users'"],
  ],
  [
    'a view by hand',
    endpoint('CouponView, string', "query: () => call('GET /api/coupons')"),
    ["one: 'GET /api/coupons', not named"],
  ],
])('an endpoint that answers %s', (_, source, wrong) => {
  expect(wronglyAnswered(source)).toEqual(wrong);
});
