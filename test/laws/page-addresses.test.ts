import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, writtenFiles } from '../files/repository-files';
import { pagesWrittenIn } from './page-addresses';

const isProduction = (file: string) =>
  /^(gateway|services\/[^/]+)\/src\/.*\.ts$/.test(file) && !/\.test\.ts$|\/(testing|migrations)\//.test(file);

test('services and the gateway take the addresses of pages from the registry', () => {
  const files = writtenFiles().filter(isProduction);
  expect(files).toContain('services/notifications/src/event-mails/account-mails.ts');
  expect(files).toContain('gateway/src/storefront/sitemap.ts');
  const written = files.flatMap((file) =>
    pagesWrittenIn(readFileSync(join(root, file), 'utf8')).map((address) => `${file}: ${address}`),
  );
  expect(written).toEqual([]);
});

test.each([
  ['button(label, `${site.url}${pageAddress("login")}`)', []],
  ['`${site.url}/api/subscribe/unsubscribe/${token}`', []],
  ["'/api/cart/7'", []],
  ["import { track } from './track/facts'", []],
  ['// asked for at /track/7', []],
  ['`${site.url}/reset-password/${token}`', ['${site.url}/reset-password']],
  ['`${site.url}/sell`', ['${site.url}/sell']],
  ['`See ${config.PUBLIC_URL}/faq`', ['${config.PUBLIC_URL}/faq']],
  ['ids.map((id) => `/track/${id}`)', ['`/track']],
  ["app.use('/shop', floodGuard())", ["'/shop"]],
  ['`${ADMIN_PREFIX}/reconciliation`', ['${ADMIN_PREFIX}/reconciliation']],
  ["'/mdghost-panel-secur/sellers'", ["'/mdghost-panel-secur"]],
])('%s', (text, written) => expect(pagesWrittenIn(text)).toEqual(written));
