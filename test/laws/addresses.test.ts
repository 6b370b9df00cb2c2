import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { undeclaredIn } from './addresses';
import { root, writtenFiles } from '../files/repository-files';

/** Servers with addresses of their own, and this file. */
const LEFT_OUT = ['infra/mail-inbox/', 'infra/paypal-simulator/', 'test/laws/addresses.test.ts'];

/** Addresses without a route, because their tests and examples are about that. */
const WRONG_ON_PURPOSE = [
  'gateway/src/guard/own-answers.api.test.ts: /api/nothing',
  'gateway/src/request-path.api.test.ts: /api//orders/1',
  'gateway/src/request-path.api.test.ts: /api//x',
  'gateway/src/request-path.api.test.ts: /api/nothing',
  'gateway/src/request-path.api.test.ts: /api/orders//1',
  'gateway/src/request-path.api.test.ts: /api/orders/1//',
  'gateway/src/storefront/found-tracks.api.test.ts: /api//products/search',
  'gateway/src/storefront/found-tracks.api.test.ts: /api/products//search',
  'gateway/src/storefront/found-tracks.api.test.ts: /api/products/7//similar',
  'gateway/src/storefront/found-tracks.api.test.ts: /api/products/7/Similar/',
  'gateway/src/storefront/found-tracks.api.test.ts: /api/products/7/similar/',
  'gateway/src/storefront/found-tracks.api.test.ts: /api/products/search//',
  'gateway/src/storefront/spa.api.test.ts: /api/newer',
  'gateway/src/storefront/spa.api.test.ts: /api/nothing',
  'gateway/src/upstream/proxy.api.test.ts: /api/internal/sessions',
  'gateway/src/upstream/proxy.api.test.ts: /api/made-up',
  'gateway/src/upstream/proxy.api.test.ts: /api/nothing',
  'packages/contracts/src/routes.test.ts: /api/orders/12//',
  'packages/contracts/src/routes.test.ts: /api/orders/12/nothing',
  'packages/runtime/src/service.api.test.ts: /api/slow',
  'web/src/lib/calls/call.test.ts: /api/announcement/active',
  'web/src/testing/held-to-routes.test.ts: /api/produkts/1',
  'web/src/testing/held-to-routes.test.ts: /api/produkts/1:',
];

test('every address of a call that code, tests, journeys and benches write is one of a route', () => {
  const files = writtenFiles().filter(
    (file) => /\.([cm]?[jt]s|tsx|http)$/.test(file) && !LEFT_OUT.some((path) => file.startsWith(path)),
  );
  const undeclared = files.flatMap((file) =>
    undeclaredIn(readFileSync(join(root, file), 'utf8')).map((address) => `${file}: ${address}`),
  );
  expect(undeclared.sort()).toEqual(WRONG_ON_PURPOSE.sort());
});

test.each([
  ["get('/api/orders/12/status')", []],
  ['get(`/api/orders/${id}/contracts/${item}.pdf?at=1`)', []],
  ['get(`/api/announcements${query}`)', []],
  ["'/api/orders/holds/' + id", []],
  ["get('/api/orders/seven/items')", ['/api/orders/seven/items']],
  ['get(`/api/orders/${id}/contract/${item}.pdf`)', ['/api/orders/${id}/contract/${item}.pdf']],
  ["callInternal(url, '/internal/statuses')", ['/internal/statuses']],
])('%s', (text, undeclared) => {
  expect(undeclaredIn(text)).toEqual(undeclared);
});
