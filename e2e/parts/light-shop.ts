import { expect, type Page } from '@playwright/test';
import { openFilledShop, type FilledShop } from './filled-shop';

/**
 * The most bytes, compressed, that the HTML and data of the first view may have (docs/product/catalogue.md#a-large-catalogue).
 */
const FIRST_VIEW_BYTES = 40_000;

/** Opens `/shop` and expects that it loads few bytes, however many tracks are for sale, and never the whole list. */
export async function expectLightShop(page: Page, shop: FilledShop): Promise<void> {
  // a gateway that has just started tells its first listeners to read everything again
  await page.route('**/api/products/events', (route) => route.fulfill({ status: 204 }));
  const sizes: Promise<[path: string, bytes: number]>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() !== 'document' && !pathname.startsWith('/api/')) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => [pathname, responseBodySize]));
  });
  await openFilledShop(page, shop, '/shop');
  await expect(page.getByRole('feed', { name: 'Tracks' }).getByRole('article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const weighed = await Promise.all(sizes);
  const total = weighed.reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(total, JSON.stringify(weighed)).toBeLessThan(FIRST_VIEW_BYTES);
  expect(total).toBeGreaterThan(2000);
  const paths = weighed.map(([path]) => path);
  expect(paths).not.toContain('/api/products');
}
