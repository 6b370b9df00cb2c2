import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { freePort } from '@shop/local/run-command';
import { HEADS } from '@shop/contracts/heads';
import { accountTab, PAGE_NAMES, pageAddress, PAGES, type PageName } from '@shop/contracts/pages';
import { expectAlive } from '../../parts/alive';
import { isSound } from '../../parts/flaws';
import { keptPage } from '../../parts/kept-page';
import { settled } from '../../parts/settled';
import { aShelfOf, openRenderedShop } from '../../../gateway/src/testing/rendered-shop';

// Pages that the server renders, with React's development build, which says what the browser would have rendered otherwise.

/** What is to be read of a page before its scripts, and where its own text leads. */
type PageText = { heading: string; text: string; link: string; leadsTo: string | RegExp };
/** Of every page that the server renders, and of what it says instead of one. */
const TOLD: Partial<Record<PageName | 'sold' | 'nowhere', PageText>> = {
  home: {
    heading: 'Your music - our mastery',
    text: 'Every track is sold once.',
    link: 'Track 24',
    leadsTo: '/track/24',
  },
  shop: { heading: 'Shop', text: '25 tracks', link: 'Track 24', leadsTo: '/track/24' },
  track: { heading: 'Track 2', text: '$200', link: 'House', leadsTo: '/shop?genre=House' },
  sold: { heading: 'Gone', text: 'it belongs to somebody now', link: 'See what is left', leadsTo: '/shop' },
  service: {
    heading: 'Made to order',
    text: 'A track from zero.',
    link: 'Seller Dashboard',
    leadsTo: accountTab('seller'),
  },
  contact: {
    heading: 'Contact',
    text: 'Replies take 24-48 hours.',
    link: 'info@ghostline.example',
    leadsTo: 'mailto:info@ghostline.example',
  },
  faq: {
    heading: 'FAQ',
    text: 'PayPal, VISA, MasterCard and cryptocurrency',
    link: 'Write to us',
    leadsTo: '/contact',
  },
  uploadInstructions: {
    heading: 'Track upload guide',
    text: 'WAV with 44.1 kHz and 16-bit',
    link: 'Seller Dashboard',
    leadsTo: accountTab('seller'),
  },
  privacy: {
    heading: 'Privacy Policy',
    text: 'what Ghostline knows about you',
    link: 'Cookies and storage',
    leadsTo: /^#./,
  },
  terms: {
    heading: 'Terms and Conditions',
    text: 'In force since',
    link: 'Buying a track',
    leadsTo: /^#./,
  },
  offerAgreement: {
    heading: 'Public Offer Agreement',
    text: 'It is a public offer',
    link: 'Privacy Policy',
    leadsTo: '/privacy-policy',
  },
  nowhere: {
    heading: 'Oops! Page Not Found',
    text: 'nothing at this address',
    link: 'Return to Homepage',
    leadsTo: '/',
  },
};
const SOLD = { ...aShelfOf(1)[0]!, id: 900, name: 'Gone' };
const RENDERED = [...PAGE_NAMES.filter((name) => HEADS[name].rendered), 'sold', 'nowhere'] as const;
const pathOf = (name: (typeof RENDERED)[number]) => {
  if (name === 'sold') return pageAddress('track', { id: SOLD.id });
  if (name === 'nowhere') return '/nowhere-at-all';
  return name === 'track' ? pageAddress('track', { id: 2 }) : PAGES[name];
};
/** Further addresses: with a choice of filters, with a place in the list, and of a track that there is not. */
const FURTHER = ['/shop?genre=House&view=covers&utm_source=mail', '/shop?after=newest~0~20', '/track/901'];

const HOSTILE = '</script><script>document.title="taken"</script>';

let folder: string;
let shop: Awaited<ReturnType<typeof openRenderedShop>>;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = mkdtempSync(join(tmpdir(), 'shop-rendered-'));
  execFileSync(process.execPath, [join(__dirname, '../../parts/build-pages.mjs'), folder]);
  const port = await freePort();
  const env = {
    WEB_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    PAYPAL_SDK_URL: 'http://localhost:9/sdk',
  };
  // React's development build is slow, above all at its first page
  shop = await openRenderedShop([...aShelfOf(24), { ...aShelfOf(1)[0]!, id: 77, name: HOSTILE }], env, {
    rendering: { renderMs: 20_000, startMs: 60_000 },
  });
  shop.shelf.sold.push(SOLD);
});
test.afterAll(async () => {
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
});

const at = (path: string) => `${shop.gateway.url.replace('127.0.0.1', 'localhost')}${path}`;
const logIn = (context: BrowserContext) => context.addCookies([{ name: 'userId', value: '7', url: at('/') }]);

/** Answers that are refusals, and what the store's development checks say of a slow machine. */
const NO_FAULTS = /Failed to load resource|InvariantMiddleware took/;

/** Everything that the page complains of. */
function complaints(page: Page): string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    const told = message.text();
    if (['error', 'warning'].includes(message.type()) && !NO_FAULTS.test(told)) messages.push(told);
  });
  page.on('pageerror', (error) => messages.push(String(error)));
  return messages;
}

async function hydrates(page: Page, path: string) {
  const messages = complaints(page);
  await page.goto(at(path));
  await expect(page.locator('#rendered-page')).toHaveCount(1);
  await expectAlive(page);
  await settled(page);
  // idle: React has nothing left to hydrate
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  expect(messages, path).toEqual([]);
  const styles = await page
    .locator('link[rel="stylesheet"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(styles).size, 'styles that are in the page come once').toBe(styles.length);
}

test.describe('the browser hydrates', () => {
  const page = keptPage();
  for (const path of [...RENDERED.map(pathOf), ...FURTHER]) {
    test(`${path} as it came`, () => hydrates(page(), path));
    test(`${path} as it came, of somebody who is logged in`, { tag: '@wide' }, async () => {
      await logIn(page().context());
      await hydrates(page(), path);
      await expect(page().getByRole('button', { name: 'Ada Lovelace' })).toBeVisible();
    });
  }
});

for (const timezoneId of ['Pacific/Kiritimati', 'America/Los_Angeles'])
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId, locale: 'de-DE' });
    test('the browser hydrates pages as they came, also at New Year', { tag: '@wide' }, async ({ page }) => {
      await page.clock.setFixedTime('2031-01-01T00:30:00Z');
      for (const path of ['/', '/track/1', '/terms-and-conditions']) await hydrates(page, path);
    });
  });

test('a page that the browser would render otherwise is complained of', { tag: '@wide' }, async ({ page }) => {
  await page.route(at('/faq'), async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('Not answered here?', 'Is this another text?') });
  });
  const messages = complaints(page);
  await page.goto(at('/faq'));
  await expectAlive(page);
  await expect.poll(() => messages.join('\n')).toContain('Hydration failed');
});

test('a name that looks like a script is a name', { tag: '@wide' }, async ({ page }) => {
  await hydrates(page, '/track/77');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE);
  expect(await page.title()).toContain(HOSTILE);
});

test('what somebody does before the app is there is done once it is', async ({ page }) => {
  let letGo = () => {};
  const pause = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await pause;
    await route.continue();
  });
  await page.goto(at('/track/2'));
  await page.getByRole('button', { name: 'Add Track 2 to cart' }).click();
  await page.getByLabel('Get the newsletter').fill('early@example.com');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  letGo();
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByLabel('Get the newsletter')).toHaveValue('early@example.com');
});

test('rendering pages again and again takes no more memory', { tag: '@wide' }, () => {
  const render = [join(__dirname, '../../parts/render-often.cjs'), join(__dirname, '../../../web/dist/.server/render-pages.cjs')];
  const grown = execFileSync(process.execPath, ['--expose-gc', ...render], { env: { ...process.env, NODE_ENV: 'production' } });
  expect(Number(grown)).toBeLessThan(3_000_000);
});

test('a link leads on before the app is there', { tag: '@wide' }, async ({ page }) => {
  await page.route('**/assets/*.js', () => {});
  await page.goto(at('/'));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(at('/faq'));
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible();
});

test('a page that the browser has is not sent again, and keeps policy and nonce together', { tag: '@wide' }, async ({ page }) => {
  const nonce = () =>
    page.evaluate(() => {
      const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return loaded?.serverTiming.find(({ name }) => name === 'nonce')?.description;
    });
  const first = await page.goto(at('/faq'));
  const nonceOfPage = await nonce();
  expect(first!.headers()['content-security-policy']).toContain(`'nonce-${nonceOfPage}'`);
  const again = await page.reload();
  // an answer with a page of its own would bring another nonce
  expect(await nonce()).toBe(nonceOfPage);
  expect(again!.headers()['content-security-policy']).toContain(`'nonce-${nonceOfPage}'`);
});

test('a page that the browser renders says meanwhile that it is loading', async ({ page }) => {
  await page.route(/\/assets\/.*\.js$/, () => {}); // never come
  await page.goto(at('/login'), { waitUntil: 'commit' });
  await expect(page.getByText('Loading…')).toBeVisible();
});

for (const name of RENDERED)
  test(`${name} is within everybody's reach with scripts off`, async ({ page }) => {
    const path = pathOf(name);
    // axe is a script itself: the page as a browser without scripts draws it
    await page.route(at(path), async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replace(/<script\b[^]*?<\/script>/g, '')
        .replace(/<\/?noscript>/g, '')
        .replace(/\(scripting:\s*none\)/g, 'all');
      await route.fulfill({ response: answer, body });
    });
    await page.goto(at(path));
    await expect(page.getByText('please switch JavaScript on')).toBeVisible();
    await isSound(page, `${path} with scripts off`);
  });

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  for (const name of RENDERED)
    test(`${name} can be read`, { tag: '@wide' }, async ({ page }) => {
      expect(TOLD[name], `what is to be read of ${name}`).toBeDefined();
      const { heading, text, link, leadsTo } = TOLD[name]!;
      await page.goto(at(pathOf(name)));
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(main.getByText(text).first()).toBeVisible();
      await expect(main.getByRole('link', { name: link }).first()).toHaveAttribute('href', leadsTo);
    });

  for (const [path, name] of [
    ['/cart', 'Cart'],
    ['/wishlist', 'Wishlist'],
    ['/account', 'My account'],
    ['/checkout', 'Checkout'],
    ['/login', 'Log in'],
  ] as const)
    test(`${path} says what it is and what it needs, and leads on`, { tag: '@narrow' }, async ({ page }) => {
      await page.goto(at(path));
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      // a search by text leaves out what is in a noscript element
      await expect(page.locator('noscript > p')).toHaveText(/please switch JavaScript on/);
      await expect(page.getByText('Loading…')).toBeHidden();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible();
    });

  test('the shop can be read and followed', async ({ page }) => {
    await page.goto(at('/'));
    await page.getByRole('link', { name: 'Track 24' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Track 24' })).toBeVisible();
    await expect(page.locator('noscript audio[controls]')).toHaveCount(1);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible();
    await expect(page.getByText('How can I pay?')).toBeVisible();
    await expect(page.getByText('PayPal, VISA, MasterCard and cryptocurrency')).toBeVisible();
  });

  test('the shop can be searched, sorted and narrowed down to a genre', async ({ page }) => {
    await page.goto(at('/shop'));
    await page.getByRole('navigation', { name: 'Genres' }).getByRole('link', { name: 'House (8)' }).click();
    await expect(page).toHaveURL(at('/shop?genre=House'));
    await expect(page.getByRole('heading', { level: 2, name: '8 tracks' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search tracks and stores' }).fill('track 2');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price-low');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(at('/shop?genre=House&q=track+2&sort=price-low'));
    await expect(page.getByRole('searchbox', { name: 'Search tracks and stores' })).toHaveValue('track 2');
  });
});
