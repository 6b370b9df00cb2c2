import { expect, test, type Page } from '@playwright/test';
import { bought, filledLists, registered } from '../../parts/a-buyer';
import { openAsAdmin } from '../../parts/an-admin';
import { expectLargeFields, expectRoom, expectRoomAsItIs } from '../../parts/layout';
import { undisturbed } from '../../parts/settled';

/** Names as people give them: without a space, from right to left, and in many words. */
const NAMES = [
  'Ununterbrochenübertragungsgeschwindigkeit',
  'موسيقى الليل الطويل في شوارع المدينة القديمة تحت المطر',
  'A Very Long Walk Home Along the Water After the Last Train Has Left (Extended)',
];
const NAMED = ['name', 'store_name', 'shop_name', 'trackName', 'storeName', 'last_name', 'firstName', 'lastName'];

/** Gives everything in the answers of the shop such a name, every track all badges, and each third one no image. */
const namedBadly = (page: Page, names = NAMES) =>
  page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET' || /events$/.test(route.request().url())) return route.fallback();
    const response = await route.fetch();
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    let at = 0;
    const json = JSON.parse(await response.text(), (key, value: unknown) => {
      if (NAMED.includes(key) && typeof value === 'string') return names[at++ % names.length];
      if (!value || typeof value !== 'object' || !('is_hot' in value && 'price' in value)) return value;
      const badges = { is_hot: true, exclusive_vocal: true, old_price: Number(value.price) * 2 };
      const figures = { bpm: 127.5, music_key: 'F#', key_mode: 'minor', duration: 605 };
      return { ...value, ...badges, ...figures, ...(at % 3 === 0 && { img: '' }) };
    }) as unknown;
    await route.fulfill({ response, json });
  });

// an answer that is still on its way when a journey ends cannot be changed any more
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('names as people give them hold on every page of a buyer, beside all badges and without an image', async ({ page }) => {
  test.slow(); // ten pages in six widths
  const session = page.context().request;
  const buyer = await registered(session, `long.names.${test.info().project.name}.${Date.now()}@example.com`);
  await bought(session, buyer);
  const some = await filledLists(session, buyer, 4);
  await undisturbed(page);
  await namedBadly(page);
  const holds = async (where: string) => {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectRoom(page, where);
  };

  await page.goto('/cart');
  await expect(page.getByRole('article')).toHaveCount(some.length);
  await holds('the cart');
  for (const path of ['/wishlist', '/checkout', '/account?tab=orders', '/account?tab=cart']) {
    await page.goto(path);
    await expect(page.getByText(NAMES[0]!).first()).toBeVisible();
    await holds(path);
  }

  // from page to page in the browser, because the server would render the names as they are
  if (page.viewportSize()!.width < 769) await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Shop', exact: true }).first().click();
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible();
  await holds('the list of the shop');
  const first = page.getByRole('feed').getByRole('article').nth(1);
  await first.getByRole('button', { name: /^Play / }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  await holds('the player');
  await page.getByRole('button', { name: 'Show as covers' }).click();
  await holds('the covers of the shop');
  await page.getByRole('button', { name: /^Cart(,|$)/ }).click();
  await expect(page.getByRole('link', { name: 'Go to Cart' })).toBeVisible();
  await holds('the dropdown of the cart');
  await page.keyboard.press('Escape');
  // the middle of the longest name is beyond what is shown of it
  await page
    .getByRole('feed')
    .getByRole('heading')
    .getByRole('link')
    .first()
    .click({ position: { x: 4, y: 4 } });
  await expect(page).toHaveURL(/\/track\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await holds('a track');
});

test('a name of 200 letters in one word holds in orders, in each of which it stands beside a short word', async ({ page }) => {
  const session = page.context().request;
  await bought(session, await registered(session, `one.word.${test.info().project.name}.${Date.now()}@example.com`));
  await undisturbed(page);
  await namedBadly(page, ['Ununterbrochen'.repeat(14)]);
  await page.goto('/account?tab=orders');
  await expect(page.getByText('Contract', { exact: true }).first()).toBeVisible();
  await expectRoom(page, 'the orders');
});

test('such names hold in the lists of the administration', { tag: '@wide' }, async ({ page }) => {
  test.slow(); // nine pages in six widths
  await namedBadly(page);
  await openAsAdmin(page);
  for (const path of [
    'products',
    'demos',
    'users',
    'sellers',
    'orders',
    'payouts',
    'review-queue',
    'unsold-tracks',
    'dashboard',
  ]) {
    await page.goto(`/mdghost-panel-secur/${path}`);
    await expect(page.locator('h1').first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectRoom(page, path);
    await expectRoom(page, path, [320]);
  }
});

test(
  'the menu of the administration is whole at 800 pixels, with Logout in sight at less',
  { tag: '@wide' },
  async ({ page }) => {
    await openAsAdmin(page, '/orders');
    const [logout, last] = [page.getByRole('button', { name: 'Logout' }), page.getByRole('link', { name: 'Audit log' })];
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const entry of [page.getByRole('link', { name: 'Dashboard' }), last, logout])
      await expect(entry).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 600 });
    await expect(last).not.toBeInViewport();
    await expect(logout).toBeInViewport({ ratio: 1 });
  },
);

test('on a phone a row has its figures, badges and genre whole, in three lines', { tag: '@narrow' }, async ({ page }) => {
  await undisturbed(page);
  await namedBadly(page);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Shop', exact: true }).first().click();
  const rows = page.getByRole('feed').getByRole('article');
  await expect(rows.first()).toContainText('-50%');
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    for (const row of (await rows.all()).slice(0, 12)) {
      const cut = await row.evaluate((article) => {
        const box = article.getBoundingClientRect();
        const isWhole = (part: Element) => {
          const { top, bottom, right } = part.getBoundingClientRect();
          return (
            top >= box.top && bottom <= box.bottom + 1 && right <= box.right + 11 && part.scrollWidth <= part.clientWidth + 1
          );
        };
        const parts = [...article.querySelectorAll('span, p, s, img, button')].filter(
          (part) => part.checkVisibility() && part.getClientRects().length > 0 && getComputedStyle(part).clipPath === 'none',
        );
        const shown = parts.filter((part) => getComputedStyle(part).display !== 'inline');
        return shown.filter((part) => !isWhole(part)).map((part) => part.outerHTML.slice(0, 90));
      });
      expect(cut, `${String(await row.getAttribute('aria-label'))} at ${width} px`).toEqual([]);
    }
  }
});

test('no text of a track is cut off in a list, from a small phone to a large screen', { tag: '@wide' }, async ({ page }) => {
  await undisturbed(page);
  const [{ id }] = (await (await page.request.get('/api/products')).json()) as [{ id: number }];
  for (const path of ['/shop', '/', `/track/${id}`]) {
    await page.goto(path);
    for (const view of path === '/shop' ? ['list', 'covers'] : ['list']) {
      if (view === 'covers') await page.getByRole('button', { name: 'Show as covers' }).click();
      for (const width of [320, 360, 412, 512, 560, 769, 900, 1000, 1280, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        await expectRoomAsItIs(page, `${path} at ${width} px`, { scrolls: false });
        const articles = page.locator('main article').filter({ visible: true });
        await expect(articles.first()).toBeVisible();
        expect(await articles.evaluateAll(cutTexts, COMMON_NAME), `${path}, ${view}, at ${width} px`).toEqual([]);
      }
    }
  }
});

/** The letters of a name that is no longer than most. */
const COMMON_NAME = 24;

/**
 * In the page: the texts of articles of which a part is hidden. Tracks whose names are longer than `common` are left out, and so is the
 * type with the length, which gives way to badges on purpose.
 */
const cutTexts = (articles: Element[], common: number) =>
  articles
    .filter((article) => article.getAttribute('aria-label')!.length <= common)
    .flatMap((article) => [...article.querySelectorAll('*')])
    .filter((part) => part.checkVisibility() && part.textContent.trim() && part.scrollWidth > part.clientWidth + 1)
    .filter((part) => getComputedStyle(part).overflowX !== 'visible' && getComputedStyle(part).clipPath === 'none')
    .filter((part) => !part.textContent.includes('Instrumental'))
    .map((part) => `${part.clientWidth} of ${part.scrollWidth} px of "${part.textContent}"`);

test('a phone zooms into no field of the shop, its filters and the login', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/shop');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectLargeFields(page, 'the shop');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByLabel('BPM from')).toBeVisible();
  await expectLargeFields(page, 'the filters');
  await page.getByRole('button', { name: /^Show/ }).click();
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('tab', { name: 'Register' }).click();
  await expect(page.getByLabel('Confirm Password')).toBeVisible();
  await expectLargeFields(page, 'the registration');
});

test('on a phone the search of the shop has its room beside every order', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/shop');
  const [field, order] = [page.getByRole('searchbox', { name: 'Search tracks and stores' }), page.getByLabel('Sort by')];
  const room = async () => (await field.boundingBox())!.width;
  expect(await room(), 'beside the usual order').toBeGreaterThan(160);
  for (const option of await order.getByRole('option').allTextContents()) {
    await order.selectOption(option);
    expect(await room(), `beside ${option}`).toBeGreaterThan(100);
  }
});

test('what says that announcements failed lies below the header, not over the buttons of the cookie banner', async ({ page }) => {
  await page.route('**/api/announcements/active', (route) => route.abort());
  await page.goto('/faq');
  const message = page.getByText('Failed to load announcements');
  await expect(message).toBeVisible();
  const { y, height } = (await message.boundingBox())!;
  const header = (await page.getByRole('banner').boundingBox())!;
  const consent = (await page.getByRole('region', { name: 'Cookie consent' }).boundingBox())!;
  expect(y).toBeGreaterThanOrEqual(header.y + header.height);
  expect(y + height).toBeLessThan(consent.y);
});

test('the check sees what has no room', { tag: '@wide' }, async ({ page }) => {
  const flawsOf = async (body: string) => {
    await page.setContent(`<!doctype html><style>body { margin: 0 }</style>${body}`);
    return expectRoomAsItIs(page, 'a page').then(
      () => '',
      ({ message }: Error) => message,
    );
  };
  const line = 'overflow: hidden; white-space: nowrap; text-overflow: ellipsis';
  expect(await flawsOf('<button>Play</button><p>A good page</p>')).toBe('');
  expect(await flawsOf('<div style="width: 2000px">.</div>')).toContain('2000 px wide');
  expect(await flawsOf('<button style="position: absolute; left: -40px">Cart</button>')).toContain('outside the window: button');
  expect(await flawsOf('<div style="width: 40px; overflow: auto"><button style="width: 90px">Delete</button></div>')).toContain(
    'cut off: button',
  );
  expect(await flawsOf('<i role="slider" style="display: block; width: 0; height: 9px"></i>')).toContain('no width: i');
  expect(await flawsOf(`<p style="width: 20px; ${line}">Mother of Pearl</p>`)).toContain('20 px of p');
  expect(await flawsOf(`<p style="width: 90px; ${line}">${NAMES[1]}</p>`)).toContain('its beginning is cut off');
  expect(await flawsOf(`<p dir="auto" style="width: 90px; ${line}">${NAMES[1]}</p>`)).toBe('');
  expect(await flawsOf('<p style="width: 9px; overflow-wrap: anywhere">Track</p>')).toContain('broken:');
  expect(await flawsOf('<p>0:24</p><p style="margin-top: -34px">$499</p>')).toContain('lie over each other');
  expect(await flawsOf('<button>Buy</button><div style="margin-top: -20px; position: relative">Sale</div>')).toContain(
    'covered by',
  );
});
