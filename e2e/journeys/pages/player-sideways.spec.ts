import { expect, test } from '@playwright/test';

const UPRIGHT = { width: 360, height: 740 };
const SMALL = { width: 320, height: 640 };
const SIDEWAYS = [
  { width: 844, height: 390 },
  { width: 740, height: 360 },
  { width: 667, height: 375 },
  { width: 568, height: 320 },
];

test(
  'on a small phone, and on one that is held sideways, the player still seeks and reaches cart and wishlist, and leaves room for the page',
  { tag: '@narrow' },
  async ({ page }) => {
    await page.goto('/shop');
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Play / })
      .click();
    const player = page.getByRole('region', { name: 'Player' });

    for (const size of [UPRIGHT, SMALL, ...SIDEWAYS, UPRIGHT]) {
      await page.setViewportSize(size);
      const where = `at ${size.width} by ${size.height}`;
      await expect(player.getByRole('slider', { name: 'Seek' }), where).toBeInViewport({ ratio: 1 });
      await expect(player.getByText(/^\d+:\d\d$/), `both times ${where}`).toHaveCount(2);
      for (const time of await player.getByText(/^\d+:\d\d$/).all()) await expect(time, where).toBeInViewport({ ratio: 1 });
      for (const name of ['Add to cart', 'Add to wishlist', 'Close player'])
        await expect(player.getByRole('button', { name }), where).toBeInViewport({ ratio: 1 });

      const { height } = (await player.boundingBox())!;
      await expect(page.locator('body'), `room for the player ${where}`).toHaveCSS('padding-bottom', `${height}px`);
      if (size.width > size.height) expect(height, `height of the player ${where}`).toBeLessThan(size.height / 4);
    }
  },
);
