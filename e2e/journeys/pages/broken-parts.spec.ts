import { expect, test, type Page } from '@playwright/test';
import { expectAlive } from '../../parts/alive';

const FAQ_CODE = /\/assets\/FaqPage-[^/]+\.js$/;
const FAQ_STYLE = /\/assets\/FaqPage-[^/]+\.css$/;

/** Answers the first so many requests for what the pattern names as a server without it does. */
async function missing(page: Page, what: RegExp, times = Infinity) {
  let left = times;
  let requestCount = 0;
  await page.route(what, (route) => {
    requestCount += 1;
    left -= 1;
    return left >= 0 ? route.fulfill({ status: 404, body: 'gone' }) : route.continue();
  });
  return () => requestCount;
}
/** A change of page within the app. */
const goTo = async (page: Page, name: string) => {
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
};
/** What comes by itself stays away: these journeys are about what is asked for. */
test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('announcementsDismissed', 'true')));

/** It is still the same visit: nothing was loaded anew. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { sameVisit: true }));
const isSameVisit = (page: Page) => page.evaluate(() => 'sameVisit' in window);

test('offline, a link to a page that was never opened leaves the present one as it is, and works again online', async ({
  page,
  context,
}) => {
  const notice = page.getByText('The page could not be loaded. Please check your connection and try again.');
  // what keeps the page comes by itself, soon after the page can be used
  const windowEffects = page.waitForResponse(/\/assets\/keep-window-[^/]+\.js$/);
  await page.goto('/contact');
  await expectAlive(page);
  await (await windowEffects).finished();
  await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeVisible(); // the last part that comes by itself
  await page.getByLabel('Message').fill('Half a sentence');
  await mark(page);
  await context.setOffline(true);
  for (const name of ['FAQ', 'Shop']) {
    await goTo(page, name);
    await expect(notice).toBeVisible();
    await expect(page).toHaveURL(/\/contact$/);
    await expect(page.getByLabel('Message')).toHaveValue('Half a sentence');
    await expect(notice).toBeHidden();
  }
  await context.setOffline(false);
  await goTo(page, 'FAQ');
  await expect(page).toHaveTitle(/^FAQ/);
  await page.goBack();
  await expect(page).toHaveURL(/\/contact$/);
  expect(await isSameVisit(page)).toBe(true);
});

test(
  'offline, a login that cannot be loaded is told in words, and works afterwards',
  { tag: '@wide' },
  async ({ page, context }) => {
    await page.goto('/faq');
    await expectAlive(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByText('The login could not be loaded.', { exact: false })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  },
);

for (const [what, pattern] of [
  ['chunk', FAQ_CODE],
  ['style', FAQ_STYLE],
] as const)
  test(`a ${what} that gets lost twice is asked for again, with a bar meanwhile`, { tag: '@wide' }, async ({ page }) => {
    const asked = await missing(page, pattern, 2);
    await page.goto('/contact');
    await expectAlive(page);
    await mark(page);
    await goTo(page, 'FAQ');
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
    await expect(page).toHaveTitle(/^FAQ/);
    expect(asked()).toBeGreaterThanOrEqual(3);
    expect(await isSameVisit(page)).toBe(true);
    if (what === 'style') {
      const styles = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
      expect(styles.some((href) => /FaqPage-/.test(href ?? ''))).toBe(true);
    }
  });

test('parts that cannot be loaded leave the page as it is', async ({ page }, { project }) => {
  for (const part of [
    /\/FilterPanel-/,
    /\/FilterSheet-/,
    /\/PlayerControls-/,
    /\/CartDropdown-/,
    /\/CookieConsent-/,
    /\/AnnouncementPopup-/,
    /\/ToastMount-/,
  ])
    await missing(page, part);
  await page.goto('/shop');
  await expect(page.getByRole('article').first()).toBeVisible();
  if (project.name === 'wide') {
    await expect(page.getByText('This part could not be loaded.', { exact: false })).toBeVisible();
    await page.unroute(/\/FilterPanel-/);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('slider').first()).toBeVisible();
  } else {
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByText('The filters could not be loaded.', { exact: false })).toBeVisible();
  }
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Play / })
    .click();
  await expect(
    page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Pause / }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cart', exact: true }).click();
  const header = page.getByRole('banner');
  await expect(header.getByText('This part could not be loaded.', { exact: false })).toBeVisible();
  await expect(page).toHaveURL(/\/shop/);
  await page.unroute(/\/CartDropdown-/);
  await header.getByRole('button', { name: 'Try Again' }).click();
  await expect(header.getByText('Your cart is empty')).toBeVisible();
});

test('a page whose own script or style is lost on the way gets it again', { tag: '@wide' }, async ({ page }) => {
  const script = await missing(page, /\/assets\/index-[^/]+\.js$/, 1);
  await page.goto('/contact');
  await expectAlive(page);
  expect(script()).toBe(2);
  // a page that the browser renders; the others have their styles in them
  const style = await missing(page, /\/assets\/index-[^/]+\.css$/, 2);
  await page.goto('/wishlist');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(style).toBe(3);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(11, 11, 12)');
});

test('a page whose own script is gone says so', { tag: '@wide' }, async ({ page }) => {
  await missing(page, /\/assets\/index-[^/]+\.js$/);
  await page.goto('/contact');
  await expect(page.getByRole('heading', { name: 'The shop could not be loaded' })).toBeVisible();
  await page.unroute(/\/assets\/index-[^/]+\.js$/);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expectAlive(page);
  await expect(page.getByRole('heading', { name: /contact/i, level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The shop could not be loaded' })).toHaveCount(0);
});

test('a page whose shop is gone stays readable, and is whole once the shop is back', { tag: '@wide' }, async ({ page }) => {
  let isGone = false;
  await page.route(/./, (route) => (isGone ? route.abort('connectionrefused') : route.fallback()));
  await page.route(/\/assets\/index-[^/]+\.js$/, (route) => {
    isGone = true;
    return route.fallback();
  });
  await page.goto('/contact');
  const lost = page.getByRole('heading', { name: 'The shop could not be loaded' });
  await expect(lost).toHaveCount(1);
  const asksAgain = () => page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/config'));
  for (let times = 0; times < 3; times++) await asksAgain();
  await expect(lost).toHaveCount(1);
  await expect(page.getByRole('heading', { name: /contact/i, level: 1 })).toBeVisible();

  await page.unrouteAll();
  await expectAlive(page);
  await expect(lost).toHaveCount(0);
});

test(
  'after a new release that took the old chunks away, the next page comes whole from the new one, once',
  { tag: '@wide' },
  async ({ page }) => {
    await page.goto('/contact');
    await expectAlive(page);
    await mark(page);
    const loads: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && loads.push(new URL(request.url()).pathname));
    // the new release: other names for all of it, the old ones gone
    await missing(page, FAQ_CODE);
    await page.route(
      (url) => url.pathname === '/',
      (route) =>
        route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-newer.js"></script>' }),
    );
    await goTo(page, 'FAQ');
    await expect.poll(() => loads).toEqual(['/faq']);
    // the page that came is still the old one, as from a cache: it is not loaded again and again
    const gone = page.getByRole('heading', { name: 'The shop could not load this page' });
    await page.waitForFunction(() => !('sameVisit' in window));
    await expect(gone).toBeVisible();
    await mark(page);
    await gone.evaluate((heading) => heading.setAttribute('data-before', ''));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(gone.and(page.locator(':not([data-before])'))).toBeVisible();
    expect(loads).toEqual(['/faq']);
    expect(await isSameVisit(page)).toBe(true);
  },
);
