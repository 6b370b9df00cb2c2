import { expect, test, type Page } from '@playwright/test';
import { expectAlive } from '../../parts/alive';

/** A slow 3G line: 400 kbit/s each way, 400 ms to the server and back. */
async function onSlowLine(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const bytes = 400_000 / 8;
  const line = { offline: false, latency: 400, downloadThroughput: bytes, uploadThroughput: bytes };
  await devtools.send('Network.emulateNetworkConditions', line);
}

/** How far things moved in sight while the page loaded, as browsers count it. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(resolve, 500, 0);
      }),
  );

test('on a slow line the shop is read before its scripts are there, what is clicked early is done, and nothing moves', async ({
  page,
}) => {
  await onSlowLine(page);
  await page.goto('/shop', { waitUntil: 'commit' });
  const cart = page.getByRole('button', { name: /^Add .+ to cart$/ }).first();
  await expect(cart).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  await expect(page.locator('#root[data-alive]')).toHaveCount(0);
  await cart.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await expectAlive(page, 60_000);
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible({ timeout: 60_000 });
  expect(await layoutShift(page)).toBeLessThan(0.05);
});

test('a link that is followed before the scripts are there leads to its page', { tag: '@wide' }, async ({ page }) => {
  await onSlowLine(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible({ timeout: 60_000 });
  await expect(page).toHaveURL('/faq');
});

const measured = (page: Page) =>
  page.context().waitForEvent('request', { predicate: (request) => request.url().endsWith('/api/vitals'), timeout: 5000 });

test('a visitor who accepts the cookies tells how fast the page was for them, once they leave', async ({ page }) => {
  await page.goto('/faq');
  await page.getByRole('region', { name: 'Cookie consent' }).getByRole('button', { name: 'Accept' }).click();
  await page.getByText('refund').first().click();
  const told = measured(page);
  await page.goto('about:blank');
  const figures = (await told).postDataJSON() as Record<string, unknown>;
  expect(figures).toMatchObject({
    page: 'faq',
    largestPaintMs: expect.any(Number),
    layoutShift: expect.any(Number),
  });
  expect(
    Object.keys(figures)
      .filter((name) => !['interactionDelayMs'].includes(name))
      .sort(),
  ).toEqual(['device', 'largestPaintMs', 'layoutShift', 'page']);
});

test('a visitor who declines them tells nothing', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/faq');
  await page.getByRole('region', { name: 'Cookie consent' }).getByRole('button', { name: 'Decline' }).click();
  const told = measured(page).then(
    () => 'told',
    () => 'nothing',
  );
  await page.goto('about:blank');
  expect(await told).toBe('nothing');
});
