import { ADMIN_LOGIN, ADMIN_PAGE_NAMES } from '@shop/contracts/admin-pages';
import { ACCOUNT_TABS, accountTab, NOWHERE, PAGES, type PageName } from '@shop/contracts/pages';
import { expect, test, type Page } from '@playwright/test';
import { bought, filledLists, registered } from '../../parts/a-buyer';
import { logInAsAdmin, PANEL } from '../../parts/an-admin';
import { adminAddress, ASKING_TO_LOG_IN, PUBLIC_PAGES, shownIds, waysTo, withExample } from '../../parts/page-addresses';
import { undisturbed } from '../../parts/settled';
import { expectVisibleFocus } from '../../parts/tab-walk';

/** Over these a dialog opens by itself, or they lead on by themselves. */
const NOT_WALKED: PageName[] = [...ASKING_TO_LOG_IN, 'confirmSubscription'];
const PUBLIC = PUBLIC_PAGES.filter((name) => !NOT_WALKED.includes(name)).flatMap(waysTo);
const ACCOUNT = [PAGES.cart, PAGES.wishlist, PAGES.checkout, ...ACCOUNT_TABS.map(accountTab)];
/** Addresses of the administration beside its pages. */
const FURTHER = ['review-queue?queue=documents', 'nowhere'].map((path) => `${PANEL}/${path}`);

// a picture of every stop takes longer than the walk
test.use({ trace: 'off' });
// each is long: workers share them
test.describe.configure({ mode: 'parallel' });

async function walk(page: Page, paths: string[]) {
  for (const [index, path] of paths.entries()) {
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('main h1').first().waitFor();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectVisibleFocus(page, path, index === 0);
  }
}

test('Tab walks every public page and is always seen', async ({ page, request }) => {
  await undisturbed(page);
  const addresses = [...new Set([...PUBLIC, NOWHERE])].map((address) => withExample(address, request));
  await walk(page, await Promise.all(addresses));
});

test('Tab walks the account', async ({ page }) => {
  await undisturbed(page);
  const session = page.context().request;
  const buyer = await registered(session, `focus.${test.info().project.name}.${Date.now()}@example.com`);
  await bought(session, buyer);
  await filledLists(session, buyer, 2);
  await walk(page, ACCOUNT);

  await test.step('a removed line leaves the focus on the next one, the last one on the page', async () => {
    await page.goto('/cart');
    const remove = page.getByRole('button', { name: /^Remove .+ from cart$/ });
    await expect(remove).toHaveCount(2);
    await remove.first().focus();
    await page.keyboard.press('Enter');
    await expect(remove).toHaveCount(1);
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(remove).toHaveCount(0);
    await expectFocusIn(page, 'main');
  });

  await test.step('a dialog gives the focus back to what opened it', async () => {
    await page.goto(accountTab('data'));
    for (const name of ['Download my data', 'Delete my account', 'Contact Admin']) await opensAndGivesBack(page, name);
  });
});

test('Tab walks the administration', async ({ page, request }) => {
  await undisturbed(page);
  const ids = await shownIds(request, `focus.order.${test.info().project.name}.${Date.now()}@example.com`);
  await walk(page, [`${PANEL}/${ADMIN_LOGIN}`]);
  await logInAsAdmin(page, '/coupons');
  await expect(page.locator('main')).toBeVisible();
  await expectFocusIn(page, 'main');
  await walk(page, [...ADMIN_PAGE_NAMES.map((name) => adminAddress(name, ids)), ...FURTHER]);
});

test('the player and the sheet of filters give the focus back', async ({ page }, { project }) => {
  await undisturbed(page);
  await page.goto('/shop');
  const play = page
    .getByRole('article')
    .nth(1)
    .getByRole('button', { name: /^Play / });
  await play.focus();
  const name = await play.getAttribute('aria-label');
  await page.keyboard.press('Enter');
  const player = page.getByRole('region', { name: 'Player' });
  await player.getByRole('button', { name: 'Close player' }).focus();
  await page.keyboard.press('Enter');
  await expect(player).toBeHidden();
  await expect(page.getByRole('button', { name: name!, exact: true })).toBeFocused();

  await opensAndGivesBack(page, 'Log In');
  if (project.name === 'narrow') await opensAndGivesBack(page, /^Filters/);
});

/** Opened by Enter, closed by Escape; the focus is inside meanwhile and back on the opener afterwards. */
async function opensAndGivesBack(page: Page, name: string | RegExp) {
  const opener = page.getByRole('button', { name }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectFocusIn(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

const expectFocusIn = (page: Page, selector: string) =>
  expect.poll(() => page.evaluate((within) => document.activeElement?.closest(within) !== null, selector)).toBe(true);
