import { expect, test, type Page } from '@playwright/test';
import { closing, registered } from '../../parts/a-buyer';
import { seriousFlaws } from '../../parts/flaws';
import { freeTracks } from '../../parts/free-tracks';
import { mailTo } from '../../parts/inbox';

/** More stops than any page has before what is looked for. */
const MOST_STOPS = 150;

test(
  'a track is found, paid with a coupon and downloaded without a mouse',
  { tag: '@wide' },
  async ({ page, playwright }, { project }) => {
    test.slow(); // a key at a time
    const elsewhere = await playwright.request.newContext({ baseURL: project.use.baseURL! });
    const { email, password } = await registered(elsewhere, `keys.${project.name}.${Date.now()}@example.com`);
    const focused = page.locator(':focus');
    const { name } = (await freeTracks())[2]!;

    await test.step('skips to the tracks, hears one and puts another into the cart', async () => {
      await page.goto('/shop');
      await page.getByRole('article').first().waitFor();
      await tabTo(page, /^Skip to content$/, 1);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Play /);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
      await tabTo(page, new RegExp(`^Add ${escaped(name)} to cart$`));
      await page.keyboard.press('Enter');
    });

    await test.step('logs in, and is back where the click was, which is finished', async () => {
      const login = page.getByRole('dialog', { name: 'Log in' });
      await expect(login.getByLabel('Email')).toBeFocused();
      await page.keyboard.type(email);
      await tabTo(page, /^Password$/, 1);
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
      await expect(login).toBeHidden();
      await expect(page.getByText(`${name} Added to Cart`)).toBeVisible();
      await expect(focused).toHaveAccessibleName(`Add ${name} to cart`);
    });

    await test.step('goes by the dropdown to the cart and on to the checkout', async () => {
      await tabTo(page, /^Cart, 1 item$/, MOST_STOPS, 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('link', { name: 'Go to Cart' })).toBeVisible();
      await tabTo(page, /^Go to Cart$/, 10);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Your Shopping Cart' })).toBeFocused();
      await tabTo(page, /^Proceed to Checkout$/);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Checkout' })).toBeFocused();
    });

    await test.step('enters a coupon, whose fields come and go under the fingers', async () => {
      await expect(page.getByLabel('First Name')).toHaveValue('Kim');
      await tabTo(page, /^Coupon code$/);
      await page.keyboard.press('Enter');
      await expect(page.getByText('Please enter a coupon code')).toBeVisible();
      await page.keyboard.type('NO-SUCH-CODE');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Invalid coupon')).toBeVisible();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('FIRSTTRACK');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Discount (15%)')).toBeVisible();
      await expect(focused).toHaveAccessibleName('Remove coupon');
      await seriousFlaws(page, 'the checkout with a coupon');
    });

    await test.step('agrees and pays', async () => {
      await tabTo(page, /^I agree to the Terms & Conditions$/);
      await page.keyboard.press('Space');
      await tabTo(page, /PayPal/);
      const opened = page.waitForEvent('popup');
      await page.keyboard.press('Enter');
      const paypal = await opened;
      const pay = paypal.getByRole('button', { name: 'Pay now' });
      await expect(pay).toBeFocused();
      // again and again: a window that has just opened may not have the keyboard yet, and loses the key
      await closing(paypal, () =>
        expect(async () => {
          if (!paypal.isClosed()) await pay.press('Enter');
          expect(paypal.isClosed()).toBe(true);
        }).toPass(),
      );
      await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeFocused();
    });

    await test.step('comes to the downloads, and has them by mail', async () => {
      await tabTo(page, /^View Downloads$/, 3);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Thank You for Your Purchase!' })).toBeFocused();
      expect(await tabTo(page, new RegExp(escaped(name)), 5)).toContain(name);
      expect((await mailTo(elsewhere, email, /download links/i)).text).toContain('Discount (FIRSTTRACK): -$');
    });
    await elsewhere.dispose();
  },
);

test(
  'a message stays without motion as well, and its undo gives the focus back',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await registered(page.context().request, `undo.${project.name}.${Date.now()}@example.com`);
    const { name } = (await freeTracks())[0]!;
    const focused = page.locator(':focus');
    await page.goto('/shop');
    await page.getByRole('button', { name: `Add ${name} to cart`, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${name} Added to Cart`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
    await page.keyboard.press('Alt+T');
    await tabTo(page, /^Undo$/, 2);
    await page.keyboard.press('Enter');
    await expect(page.getByText('The product was removed from the shopping cart')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cart', exact: true })).toBeVisible();
    await expect(focused).toHaveAccessibleName(`Add ${name} to cart`);
  },
);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Presses Tab until what has the focus is named so.
 * @returns its name
 */
async function tabTo(page: Page, name: RegExp, most = MOST_STOPS, key = 'Tab'): Promise<string> {
  let focusName = '';
  for (let stop = 0; stop < most && !name.test(focusName); stop += 1) {
    await page.keyboard.press(key);
    focusName = await page.evaluate(() => {
      const { activeElement: here } = document;
      const label = here instanceof HTMLInputElement ? here.labels?.[0]?.textContent : null;
      return (here?.getAttribute('aria-label') ?? label ?? here?.textContent ?? '').trim();
    });
  }
  expect(focusName).toMatch(name);
  return focusName;
}
