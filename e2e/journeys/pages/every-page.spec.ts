import { LEADS_TO, PAGE_NAMES, PAGES, type PageName } from '@shop/contracts/pages';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { bought, registered } from '../../parts/a-buyer';
import { SHOP } from '../../addresses';
import { expectGoodPage } from '../../parts/good-page';
import { keptPage } from '../../parts/kept-page';

const ASKING_TO_LOG_IN: (string | undefined)[] = [PAGES.login, PAGES.checkout];
const ACCOUNT = [
  PAGES.account,
  `${PAGES.account}?tab=orders`,
  `${PAGES.account}?tab=cart`,
  `${PAGES.account}?tab=wishlist`,
  PAGES.cart,
  PAGES.wishlist,
  PAGES.checkout,
];

/** What stands for the parameters of an address. */
const EXAMPLES: Record<string, (session: APIRequestContext) => Promise<string>> = {
  token: () => Promise.resolve('a-token'),
  async id(session) {
    const [track] = (await (await session.get('/api/products')).json()) as { id: number }[];
    return String(track!.id);
  },
};

/** The address of a page, twice when its last part may be left out. */
const waysTo = (name: PageName) => [PAGES[name].replace(/\/:\w+\?$/, ''), PAGES[name].replace(/\?$/, '')];

async function filled(address: string, session: APIRequestContext) {
  const parameter = /:(\w+)/.exec(address)?.[1];
  if (parameter === undefined) return address;
  const example = EXAMPLES[parameter];
  expect(example, `${address} needs an example`).toBeDefined();
  return address.replace(`:${parameter}`, await example!(session));
}

// those of the administration: every-admin-page.spec.ts
const PUBLIC = PAGE_NAMES.filter((name) => name !== 'admin').flatMap(waysTo);

test.describe('as a stranger finds it', () => {
  const page = keptPage();
  for (const address of new Set([...PUBLIC, ...Object.keys(LEADS_TO), '/nowhere']))
    test(address, async ({ request }) => {
      await expectGoodPage(page(), await filled(address, request), { asksToLogIn: ASKING_TO_LOG_IN.includes(address) });
    });
});

test('the account and its lists, filled', async ({ page }) => {
  test.slow(); // seven pages
  const session = page.context().request;
  const buyer = await registered(session, `every.page.${test.info().project.name}.${Date.now()}@example.com`);
  await bought(session, buyer);
  const products = (await (await session.get('/api/products')).json()) as { id: number }[];
  const headers = { origin: SHOP };
  const some = products.slice(0, 3).map(({ id }) => id);
  await session.put(`/api/cart/${buyer.id}`, { data: { cart: some }, headers });
  await session.put(`/api/wishlist/${buyer.id}`, { data: { wishlist: some }, headers });
  for (const path of ACCOUNT) await expectGoodPage(page, path);
});
