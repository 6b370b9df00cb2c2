import { expect, test, type Page } from '@playwright/test';
import { translate } from '../../../test/text/translate';
import { filledLists, payInWindow, registered } from '../../parts/a-buyer';
import { adminToken, openAsAdmin, PANEL, search } from '../../parts/an-admin';
import { freeTracks } from '../../parts/free-tracks';
import { registerOnPage } from '../../parts/registration';

/**
 * Has the browser translate every page that it opens, from the first text on.
 * @returns what React could not change
 */
async function translated(page: Page) {
  const faults: string[] = [];
  const note = (text: string) => void (/insertBefore|removeChild|A part of the page broke/.test(text) && faults.push(text));
  page.on('console', (message) => note(message.text()));
  page.on('pageerror', (error) => note(String(error)));
  await page.addInitScript(`(${String(translate)})(document)`);
  return faults;
}
const isTranslated = (page: Page) => expect(page.locator('font > font').first()).toBeAttached();
/** A text beside elements that come and go, which the translation has replaced. */
const expectText = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

test('on a translated page, a stranger registers, logs in and writes', { tag: '@wide' }, async ({ page, request }) => {
  const faults = await translated(page);
  const email = `translated.${Date.now()}@example.com`;

  await test.step('registers with the mailed code', async () => {
    await page.goto('/shop');
    await page.getByRole('button', { name: 'Log In' }).click();
    await registerOnPage(page, request, { name: 'Robin', lastName: 'Vale', email, country: 'Germany' });
    await expect(page.getByRole('button', { name: 'Robin' })).toBeVisible();
    await isTranslated(page);
  });

  await test.step('logs out, mistypes the password, and logs in', async () => {
    await page.getByRole('button', { name: 'Robin' }).click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.getByRole('button', { name: 'Log In' }).click();
    const login = page.getByRole('dialog');
    await login.getByLabel('Email').fill(email);
    await login.getByLabel('Password', { exact: true }).fill('Not-My-Password-1!');
    await login.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(login.getByText('Invalid email or password.')).toBeVisible();
    await login.getByLabel('Password', { exact: true }).fill('Warm-Up-Set-1!');
    await login.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(login).toBeHidden();
    await expect(page.getByRole('button', { name: 'Robin' })).toBeVisible();
  });

  await test.step('writes to the shop', async () => {
    await page.goto('/contact');
    const form = page.getByRole('main');
    await form.getByLabel('Name').fill('Robin');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Message').fill('Do you also have tracks in seven eight?');
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expectText(page, 'Your message has been sent successfully!');
    await expect(form.getByLabel('Message')).toHaveValue('');
  });
  expect(faults).toEqual([]);
});

test('on a translated page, a buyer uses a coupon and pays', { tag: '@wide' }, async ({ page }) => {
  const faults = await translated(page);
  const { request: session } = page.context();
  const buyer = await registered(session, `translated.buyer.${Date.now()}@example.com`);
  const code = `TRANSLATED${Date.now()}`;
  const headers = { authorization: `Bearer ${await adminToken()}` };
  const made = { code, discount_percent: 20, is_forever: true };
  expect((await session.post('/api/coupons', { data: made, headers })).status()).toBe(201);
  await filledLists(session, buyer, 1);

  await page.goto('/checkout');
  await page.getByLabel('Coupon code').fill('NOSUCHCODE');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('form').or(page.locator('form')).getByRole('alert').first()).toBeVisible();
  await page.getByLabel('Coupon code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectText(page, 'Discount (20%)');
  await page.getByRole('button', { name: 'Remove coupon' }).click();
  await expect(page.getByText('(20%)')).toHaveCount(0);
  await expect(page.getByText('Discount', { exact: true }).first()).toBeVisible();
  await isTranslated(page);
  await payInWindow(page);
  expect(faults).toEqual([]);
});

test('on a translated page, an admin changes a track', { tag: '@wide' }, async ({ page }) => {
  const faults = await translated(page);
  const { name } = (await freeTracks())[1]!;
  await openAsAdmin(page, '/products');
  await search(page, name);
  await page.getByRole('link', { name: `Edit ${name}`, exact: true }).click();
  for (const [now, next] of [
    [name, `${name} Two`],
    [`${name} Two`, name],
  ] as const) {
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(now);
    await page.getByLabel('Name', { exact: true }).fill(next);
    await page.getByRole('button', { name: 'Update Product' }).click();
    await expectText(page, 'Product updated successfully');
    await page.goto(`${PANEL}/products`);
    await search(page, next);
    await page.getByRole('link', { name: `Edit ${next}`, exact: true }).click();
  }
  await isTranslated(page);
  expect(faults).toEqual([]);
});
