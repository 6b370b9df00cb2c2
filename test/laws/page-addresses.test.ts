import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEADS_TO, PAGES } from '@shop/contracts/pages';
import { root, writtenFiles } from '../files/repository-files';

/** The first parts of all page addresses, without the home page's, which begins every address. */
const BEGINNINGS = [...Object.values(PAGES), ...Object.keys(LEADS_TO)]
  .map((address) => /^\/([^/:*]+)/.exec(address)?.[1])
  .filter((name) => name !== undefined);

/** A page's address in code: from the beginning of a text or after the shop's address, to the end of its first part. */
const OF_PAGE = new RegExp(`(?:["'\`]|\\$\\{[^}]*\\})/(?:${BEGINNINGS.join('|')})(?=[/?#"'\`\\s])`, 'g');
/** A path after the shop's own address, or the prefix of the administration, in a template; another law covers calls. */
const BEHIND_SHOP = /\$\{(?:[\w.]*\b(?:site\.url|PUBLIC_URL|origin)|ADMIN_PREFIX)\}\/(?!api\/)[\w-]+/g;

/** The page addresses that a text writes by hand, each once, as written. Code uses `pageAddress` and its like instead. */
const pagesWrittenIn = (text: string): string[] => [
  ...new Set([OF_PAGE, BEHIND_SHOP].flatMap((pattern) => [...text.matchAll(pattern)].map(([written]) => written))),
];

const isProduction = (file: string) =>
  /^(gateway|services\/[^/]+)\/src\/.*\.ts$/.test(file) && !/\.test\.ts$|\/(testing|migrations)\//.test(file);

test('services and the gateway take the addresses of pages from the registry', () => {
  const files = writtenFiles().filter(isProduction);
  expect(files).toContain('services/notifications/src/event-mails/account-mails.ts');
  expect(files).toContain('gateway/src/storefront/sitemap.ts');
  const addresses = files.flatMap((file) =>
    pagesWrittenIn(readFileSync(join(root, file), 'utf8')).map((address) => `${file}: ${address}`),
  );
  expect(addresses).toEqual([]);
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
])('%s', (text, addresses) => expect(pagesWrittenIn(text)).toEqual(addresses));
