import { accountTab, LEADS_TO, NOWHERE, PAGES } from '@shop/contracts/pages';
import { test } from '@playwright/test';
import { bought, filledLists, registered } from '../../parts/a-buyer';
import { expectGoodPage } from '../../parts/good-page';
import { keptPage } from '../../parts/kept-page';
import { ASKING_TO_LOG_IN, PUBLIC_PAGES, waysTo, withExample } from '../../parts/page-addresses';

const ACCOUNT = [
  PAGES.account,
  ...(['orders', 'cart', 'wishlist'] as const).map(accountTab),
  PAGES.cart,
  PAGES.wishlist,
  PAGES.checkout,
];

test.describe('as a stranger finds it', () => {
  const page = keptPage();
  const asking: string[] = ASKING_TO_LOG_IN.map((name) => PAGES[name]);
  for (const address of new Set([...PUBLIC_PAGES.flatMap(waysTo), ...Object.keys(LEADS_TO), NOWHERE]))
    test(address, async ({ request }) => {
      await expectGoodPage(page(), await withExample(address, request), { asksToLogIn: asking.includes(address) });
    });
});

test('the account and its lists, filled', async ({ page }) => {
  test.slow(); // seven pages
  const session = page.context().request;
  const buyer = await registered(session, `every.page.${test.info().project.name}.${Date.now()}@example.com`);
  await bought(session, buyer);
  await filledLists(session, buyer, 3);
  for (const path of ACCOUNT) await expectGoodPage(page, path);
});
