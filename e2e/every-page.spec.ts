import { expect, test, type Page } from '@playwright/test';
import { bought, registered } from './a-buyer';
import { SHOP } from './addresses';
import { seriousFlaws } from './flaws';

/** The most that a page may jump while it loads (Core Web Vitals' "good"). */
const MOST_SHIFT = 0.1;

const PUBLIC = [
  '/',
  '/shop',
  '/service',
  '/contact',
  '/faq',
  '/upload-instructions',
  '/privacy-policy',
  '/terms-and-conditions',
  '/public-offer-agreement',
  '/login',
  '/forgot-password',
  '/reset-password/a-token',
  '/cart',
  '/wishlist',
  '/checkout',
  '/account',
  '/order-success',
  '/subscription-confirmed',
  '/unsubscribe',
  '/nowhere',
];
const ACCOUNT = [
  '/account',
  '/account?tab=orders',
  '/account?tab=cart',
  '/account?tab=wishlist',
  '/cart',
  '/wishlist',
  '/checkout',
];

async function expectGoodPage(page: Page, path: string) {
  await page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) shifts.total += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForTimeout(400); // what fades in has faded
  await seriousFlaws(page, path);
  const { shift, over } = await page.evaluate(() => ({
    shift: (window as unknown as { shifts: { total: number } }).shifts.total,
    over: document.documentElement.scrollWidth - window.innerWidth,
  }));
  expect(shift, `layout shift of ${path}`).toBeLessThan(MOST_SHIFT);
  expect(over, `what ${path} is wider than the screen`).toBeLessThanOrEqual(0);
}

for (const path of PUBLIC) test(`${path}, as a stranger finds it`, ({ page }) => expectGoodPage(page, path));

test('the page of a track', async ({ page, request }) => {
  const [track] = (await (await request.get('/api/products')).json()) as { id: number }[];
  await expectGoodPage(page, `/track/${track!.id}`);
});

test('the account and its lists, filled', async ({ page }) => {
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
