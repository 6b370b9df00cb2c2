import { expect, test, type Page } from '@playwright/test';
import { openAsAdmin } from '../../parts/an-admin';

/** Where the keyboard is: the name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '');
const isInDialog = (page: Page) => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null);

/** Presses Tab until what is wanted has the focus, as somebody without a mouse looks for it. */
async function tabTo(page: Page, name: string | RegExp) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const here = await focused(page);
    if (typeof name === 'string' ? here === name : name.test(here)) return;
  }
  throw new Error(`Tab never came to ${String(name)}`);
}

/** The focus can be seen: an outline, on the element or around it. */
const isSeen = (page: Page) =>
  page.evaluate(
    () => getComputedStyle(document.activeElement!).outlineStyle !== 'none' || document.activeElement!.matches('input'),
  );

test('the administration is worked without a mouse: menu, list, dialog and back', { tag: '@wide' }, async ({ page }) => {
  await openAsAdmin(page, '/coupons');
  await expect(page.getByRole('button', { name: 'Actions for FIRSTTRACK' })).toBeVisible();

  await test.step('past the menu, into the page', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Actions for FIRSTTRACK' })).toBeVisible();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.closest('main') !== null)).toBe(true);
  });

  await test.step('a dialog keeps the focus until it is left, and gives it back', async () => {
    await tabTo(page, 'Actions for FIRSTTRACK');
    expect(await isSeen(page)).toBe(true);
    const [opener, item] = [page.getByRole('button', { name: 'Actions for FIRSTTRACK' }), page.getByRole('menuitem')];
    await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused();
    expect(await isSeen(page)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(item).toBeFocused();
    await expect(item).toHaveAccessibleName('Delete FIRSTTRACK');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Confirm Deletion' })).toBeVisible();
    await expect.poll(() => isInDialog(page)).toBe(true);
    for (let presses = 0; presses < 5; presses += 1) {
      expect(await isInDialog(page)).toBe(true);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  await test.step('an edit is opened, left and found again where it was begun', async () => {
    await page.goto('/mdghost-panel-secur/sellers');
    await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible();
    await tabTo(page, /^Edit /);
    const opener = await focused(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Store name' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: opener, exact: true })).toBeFocused();
  });

  await test.step('a row of the list is sorted and its page turned by keys', async () => {
    await page.goto('/mdghost-panel-secur/products');
    await expect(page.getByRole('row')).toHaveCount(11);
    await tabTo(page, 'Price');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending');
    await tabTo(page, 'Next');
    await page.keyboard.press('Space');
    await expect(page).toHaveURL(/page=2/);
  });
});

for (const list of ['/audit-log', '/timeline'])
  test(`the days of ${list} can be typed, at once or with pauses`, { tag: '@wide' }, async ({ page }) => {
    await openAsAdmin(page, list);
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
    await from.focus();
    await page.keyboard.type('03012026');
    await expect(page).toHaveURL(/from=2026-03-01/);
    await to.focus();
    await page.keyboard.type('03042026', { delay: 400 });
    await expect(page).toHaveURL(/from=2026-03-01&to=2026-03-04/);
    await expect(from).toHaveValue('2026-03-01');
    await expect(to).toHaveValue('2026-03-04');

    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(from).toHaveValue('');
    await expect(to).toHaveValue('');
  });
