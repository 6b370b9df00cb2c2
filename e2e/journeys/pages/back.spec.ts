import { expect, test, type Page } from '@playwright/test';
import { registered } from '../../parts/a-buyer';
import { expectAlive } from '../../parts/alive';
import { undisturbed } from '../../parts/settled';

/** Two pages of one visit: Back from the second leads to the first. */
async function visit(page: Page, path: string, heading: RegExp) {
  await undisturbed(page);
  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate((to) => {
    window.history.pushState({ idx: 1, key: 'second' }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}
/** How many dialogs the present entry of the history stands for (web/src/lib/layers). */
const layersOf = (page: Page) => page.evaluate(() => (window.history.state as { layer?: number } | null)?.layer ?? 0);
const expectToBeAt = async (page: Page, path: string | RegExp) => {
  await expect.poll(() => layersOf(page)).toBe(0);
  await expect(page).toHaveURL(path);
};
const FIRST = /\/faq$/;

/**
 * A buyer, logged in, opens the request of a service.
 * @returns its dialog
 */
async function openRequest(page: Page) {
  await registered(page.context().request, `back.${test.info().project.name}.${Date.now()}@example.com`);
  await visit(page, '/service', /made to order/i);
  await page.getByRole('button', { name: 'Order Now' }).first().click();
  return page.getByRole('dialog', { name: 'Music production' });
}

test('Back closes a dialog and stays on the page; the next Back leaves it', async ({ page }) => {
  await visit(page, '/contact', /contact/i);
  const login = page.getByRole('dialog', { name: 'Log in' });
  const opener = page.getByRole('button', { name: 'Log In' });
  await opener.click();
  await expect(login).toBeVisible();
  await page.goBack();
  await expect(login).toBeHidden();
  await expectToBeAt(page, /\/contact$/);
  await expect(opener).toBeFocused();
  // forward has nothing to show, and is no further step back
  await page.goForward();
  await expectToBeAt(page, /\/contact$/);
  await expect(login).toBeHidden();
  await page.goBack();
  await expectToBeAt(page, FIRST);
});

test(
  'closed by its button, by Escape or by reloading, a dialog leaves nothing to go back through',
  { tag: '@wide' },
  async ({ page }) => {
    await visit(page, '/contact', /contact/i);
    const login = page.getByRole('dialog', { name: 'Log in' });
    const ways = [
      () => login.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.reload().then(() => {}),
    ];
    for (const close of ways) {
      await page.getByRole('button', { name: 'Log In' }).click();
      await expect(login).toBeVisible();
      await close();
      await expect(login).toBeHidden();
      await expectToBeAt(page, /\/contact$/);
    }
    await page.goBack();
    await expectToBeAt(page, FIRST);
  },
);

test('a dialog over another closes first', { tag: '@wide' }, async ({ page }) => {
  const request = await openRequest(page);
  await request.getByLabel('Genre').fill('Techno');
  await page.context().clearCookies();
  await request.getByLabel('BPM').fill('124');
  await request.getByLabel('Version', { exact: true }).selectOption('Instrumental');
  await request.getByLabel('Example').fill('https://soundcloud.com/one');
  await request.getByLabel('Description').fill('Dark.');
  await request.getByRole('button', { name: 'Send request' }).click();
  const login = page.getByRole('dialog', { name: 'Log in' });
  await expect(login).toBeVisible();
  await page.goBack();
  await expect(login).toBeHidden();
  await expect(request).toBeVisible();
  await page.goBack();
  await expect(request).toBeHidden();
  await expectToBeAt(page, /\/service$/);
  await page.goBack();
  await expectToBeAt(page, FIRST);
});

test('the request of a service, closed by its button, is not opened by Back', { tag: '@wide' }, async ({ page }) => {
  const request = await openRequest(page);
  await expect(request).toBeVisible();
  await expect(page).toHaveURL(/order=music-production/);
  await request.getByRole('button', { name: 'Close' }).click();
  await expect(request).toBeHidden();
  await expectToBeAt(page, /\/service$/);
  await page.goBack();
  await expectToBeAt(page, FIRST);
  await expect(request).toBeHidden();
});

test(
  "a phone's filter sheet: Back closes it and keeps what was chosen; then Back undoes it, a sheet at a time",
  { tag: '@narrow' },
  async ({ page }) => {
    await visit(page, '/shop', /./);
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    const choose = async (genre: number) => {
      const before = page.url();
      await page.getByRole('button', { name: /^Filters/ }).click();
      await sheet.getByRole('checkbox').nth(genre).check();
      await expect(page).not.toHaveURL(before);
      await expect.poll(() => layersOf(page)).toBe(1);
    };
    await choose(0);
    const first = page.url();
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expectToBeAt(page, first);
    await choose(1);
    const second = page.url();
    expect(second).not.toBe(first);
    await sheet.getByRole('button', { name: /^Show/ }).click();
    await expect(sheet).toBeHidden();
    await expectToBeAt(page, second);
    for (const before of [first, /\/shop$/, FIRST]) {
      await page.goBack();
      await expectToBeAt(page, before);
    }
  },
);

test(
  "a phone's menu and the cart below its icon: Back closes them; a page reached through them is one step from the last",
  { tag: '@narrow' },
  async ({ page }) => {
    await visit(page, '/contact', /contact/i);
    const menu = page.getByRole('button', { name: 'Open menu' });
    await menu.click();
    await page.goBack();
    await expect(menu).toBeVisible();
    await expectToBeAt(page, /\/contact$/);

    await page.getByRole('button', { name: 'Cart', exact: true }).click();
    const cart = page.getByRole('region', { name: 'Cart' });
    await expect(cart).toBeVisible();
    await page.goBack();
    await expect(cart).toBeHidden();
    await expectToBeAt(page, /\/contact$/);

    await menu.click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Service' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Made to order' })).toBeVisible();
    await page.goBack();
    await expectToBeAt(page, /\/contact$/);
    await page.goForward();
    await expectToBeAt(page, /\/service$/);
    await page.goBack();
    await expectToBeAt(page, /\/contact$/);
    await page.goBack();
    await expectToBeAt(page, FIRST);
  },
);

test('Back between the sections of a text leads to where one was', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/terms-and-conditions');
  await expectAlive(page);
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  const open = (section: number) =>
    page.getByRole('navigation', { name: 'Contents' }).getByRole('listitem').nth(section).getByRole('link').click();
  const top = (section: number) =>
    page
      .locator(`#section-${section + 1}`)
      .evaluate((element) => Math.round(element.getBoundingClientRect().top + window.scrollY));
  const isShown = async (section: number) =>
    expect.poll(async () => Math.abs((await top(section)) - (await scrolled()))).toBeLessThan(200);

  await open(2);
  await isShown(2);
  await page.evaluate(() => window.scrollBy({ top: 150, behavior: 'instant' }));
  const read = await scrolled();
  await open(6);
  await isShown(6);
  await page.goBack();
  await expect.poll(scrolled).toBe(read);
  await open(6);
  await isShown(6);

  await page.goto('/terms-and-conditions');
  await expectAlive(page);
  expect(await scrolled()).toBe(0);
});
