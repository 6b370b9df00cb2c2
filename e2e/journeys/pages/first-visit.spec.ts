import { expect, test, type Page } from '@playwright/test';
import { expectAlive } from '../../parts/alive';
import { freeTracks } from '../../parts/free-tracks';
import { layoutShift } from '../../parts/layout-shift';
import { settled } from '../../parts/settled';

/** A slow 3G line: 400 kbit/s each way, 400 ms to the server and back. */
async function onSlowLine(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const bytes = 400_000 / 8;
  const line = { offline: false, latency: 400, downloadThroughput: bytes, uploadThroughput: bytes };
  await devtools.send('Network.emulateNetworkConditions', line);
}

test('on a slow line the shop is read before its scripts are there, what is clicked early is done, and nothing moves', async ({
  page,
}) => {
  await onSlowLine(page);
  // before the page's first script, which keeps the press from the page
  await page.addInitScript(() =>
    addEventListener(
      'click',
      ({ target }) => {
        document.documentElement.dataset.pressed = (target as Element).closest('button')?.ariaLabel ?? 'no button';
      },
      { capture: true, once: true },
    ),
  );
  await page.goto('/shop', { waitUntil: 'commit' });
  const cart = page.getByRole('button', { name: /^Add .+ to cart$/ }).first();
  await expect(cart).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  await expect(page.locator('#root[data-alive]')).toHaveCount(0);
  await cart.click();
  await expect(page.locator('html')).toHaveAttribute('data-pressed', /^Add .+ to cart$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await expectAlive(page);
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible({ timeout: 60_000 });
  await settled(page);
  expect(await layoutShift(page, { withInput: true })).toBeLessThan(0.05);
});

test('on a slow line a track is read, and played by a press that comes before the scripts', async ({ page }) => {
  const { id, name } = (await freeTracks())[0]!;
  await onSlowLine(page);
  await page.goto(`/track/${id}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${name}`, exact: true })
    .first()
    .click();
  await expect(page.locator('#root[data-alive]')).toHaveCount(0);

  const player = page.getByRole('region', { name: 'Player' });
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(async () => Number(await player.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuenow')), {
      timeout: 60_000,
    })
    .toBeGreaterThanOrEqual(1);
});

test('a link that is followed before the scripts are there leads to its page', { tag: '@wide' }, async ({ page }) => {
  await onSlowLine(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible({ timeout: 60_000 });
  await expect(page).toHaveURL('/faq');
});

/** The visitor turns to another window. */
const leave = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
/** The code that measures a visit. */
const MEASURING = /\/measure-visit-[^/]+\.js$/;
const consent = (page: Page) => page.getByRole('region', { name: 'Cookie consent' });

test(
  'a visitor who accepts the cookies tells how fast the page was for them, once they leave',
  { tag: '@wide' },
  async ({ page }) => {
    await page.goto('/faq');
    const measuring = page.waitForRequest(MEASURING);
    await consent(page).getByRole('button', { name: 'Accept' }).click();
    await measuring;
    await expect(consent(page)).toBeHidden();
    const answers: number[] = [];
    page.on('response', (response) => response.url().endsWith('/api/vitals') && answers.push(response.status()));
    const leftAndAnswered = async () => {
      await leave(page); // once more while the code that measures the visit has not come
      return answers;
    };
    // the gateway refuses figures that are none
    await expect.poll(leftAndAnswered).toEqual([204]);
  },
);

test('a visitor who declines them tells nothing', { tag: '@wide' }, async ({ page }) => {
  const complaints: string[] = [];
  for (const kind of [MEASURING, /\/api\/vitals$/])
    page.on('request', (request) => kind.test(request.url()) && complaints.push(request.url()));
  await page.goto('/faq');
  await consent(page).getByRole('button', { name: 'Decline' }).click();
  await expect(consent(page)).toBeHidden();
  await leave(page);
  // whatever the page asked before has been heard when this one is answered
  await page.evaluate(() => fetch('/api/config'));
  expect(complaints).toEqual([]);
});
