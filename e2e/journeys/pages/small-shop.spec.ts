import { FIRST_TRACKS, WHOLE_LIST_MAX } from '@shop/contracts/constants';
import { expect, test } from '@playwright/test';
import { largeTracks, startLargeShop, type LargeShop } from '../../parts/large-shop';
import { opensLight } from '../../parts/light-shop';

const TRACKS = largeTracks(200);

let shop: LargeShop;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  shop = await startLargeShop(TRACKS);
});
test.afterAll(() => shop?.stop());

for (const count of [FIRST_TRACKS, WHOLE_LIST_MAX, TRACKS.length])
  test(`the first view of ${count} tracks is light`, { tag: '@wide' }, async ({ page }) => {
    await shop.fill(TRACKS.slice(0, count));
    const isWhole = (await opensLight(page, shop)).includes('/api/products');
    expect(isWhole, 'a short list comes whole').toBe(count <= WHOLE_LIST_MAX);
  });
