import { FIRST_TRACKS } from '@shop/contracts/constants';
import { expect, test } from '@playwright/test';
import { madeTracks, openFilledShop, startFilledShop, type FilledShop } from '../../parts/filled-shop';
import { expectLightShop } from '../../parts/light-shop';

const TRACKS = madeTracks(200);

let shop: FilledShop;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  shop = await startFilledShop(TRACKS);
});
test.afterAll(() => shop?.stop());

for (const count of [FIRST_TRACKS, 60, TRACKS.length])
  test(`the first view of ${count} tracks is light`, { tag: '@wide' }, async ({ page }) => {
    await shop.fill(TRACKS.slice(0, count));
    await expectLightShop(page, shop);
  });

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('every track of a short list is found by following the list', { tag: '@wide' }, async ({ page }) => {
    await shop.fill(TRACKS.slice(0, 60));
    await openFilledShop(page, shop, '/shop');
    const links = page.getByRole('feed', { name: 'Tracks' }).getByRole('article').getByRole('link');
    const names: string[] = [];
    const next = page.getByRole('link', { name: 'Next Tracks' });
    for (;;) {
      names.push(...(await links.allTextContents()));
      if ((await next.count()) === 0) break;
      // opened by its address, because a click does not wait for the whole of the next page
      await page.goto(`${shop.url}${await next.getAttribute('href')}`);
    }
    const isNamed = ({ name }: { name: string }) => names.some((label) => label.includes(name));
    expect(TRACKS.slice(0, 60).filter((track) => !isNamed(track))).toEqual([]);
  });
});
