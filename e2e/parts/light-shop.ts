import { expect, type Page } from '@playwright/test';
import { openLargeShop, type LargeShop } from './large-shop';

/**
 * The most bytes, compressed, that the HTML and data of the first view may have (docs/product/catalogue.md#a-large-catalogue).
 */
const FIRST_VIEW_BYTES = 40_000;

/**
 * Opens `/shop` and expects that it loads few bytes, however many tracks are for sale. → the paths of the HTML and data that it
 * loaded
 */
export async function opensLight(page: Page, shop: LargeShop): Promise<string[]> {
  const sizes: Promise<[path: string, bytes: number]>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() !== 'document' && !pathname.startsWith('/api/')) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => [pathname, responseBodySize]));
  });
  await openLargeShop(page, shop, '/shop');
  await expect(page.getByRole('feed', { name: 'Tracks' }).getByRole('article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const weighed = await Promise.all(sizes);
  const total = weighed.reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(total, JSON.stringify(weighed)).toBeLessThan(FIRST_VIEW_BYTES);
  expect(total).toBeGreaterThan(2000);
  return weighed.map(([path]) => path);
}
