import { expect, test, type Page } from '@playwright/test';
import { expectGoodPage } from '../../parts/good-page';
import { seriousFlaws } from '../../parts/flaws';
import { expectLightShop } from '../../parts/light-shop';
import { madeTracks, openFilledShop, startFilledShop, type FilledShop, type MadeTrack } from '../../parts/filled-shop';

/** More than fit a first load (docs/product/catalogue.md#a-large-catalogue). */
const TRACKS = madeTracks(10_000);

let shop: FilledShop;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  shop = await startFilledShop(TRACKS);
});
test.afterAll(() => shop?.stop());

const count = (page: Page, tracks: number) =>
  expect(
    page.getByRole('heading', { level: 2, name: `${tracks} ${tracks === 1 ? 'track' : 'tracks'}`, exact: true }),
  ).toBeVisible();
/** How many tracks the page says that it found. */
const foundIn = async (page: Page) =>
  Number((await page.getByRole('heading', { level: 2 }).first().textContent())!.split(' ')[0]);
const tracksThat = (fits: (track: MadeTrack) => boolean) => TRACKS.filter(fits);
const titles = (page: Page) => page.getByRole('feed', { name: 'Tracks' }).getByRole('article');
const isWide = (page: Page) => page.viewportSize()!.width > 1000;

/** Makes a choice in the filters, which a phone has in a sheet. */
async function choose(page: Page, make: () => Promise<unknown>) {
  if (isWide(page)) return make();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await make();
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('the first view of 10,000 tracks is light, sound, and shows the newest', async ({ page }) => {
  await expectLightShop(page, shop);
  await count(page, 10_000);
  await expect(titles(page).first()).toContainText(TRACKS.at(-1)!.name);

  await expectGoodPage(page, `${shop.url}/shop`);
});

test('choices narrow what is found, each count says how many, and Back undoes them one by one', async ({ page }) => {
  await openFilledShop(page, shop, '/shop');
  await count(page, 10_000);
  const techno = tracksThat(({ category }) => category === 'Techno');
  const inA = techno.filter(({ key }) => key === 'A');
  const vocal = inA.filter(({ type }) => type === 'Vocal/Instrumental');

  await choose(page, async () => {
    const option = page.getByRole('group', { name: 'Genre' }).getByRole('checkbox', { name: 'Techno' });
    await expect(option.locator('..')).toContainText(String(techno.length));
    await option.check();
  });
  await count(page, techno.length);
  await choose(page, async () => {
    const option = page.getByRole('group', { name: 'Key' }).getByRole('checkbox', { name: 'A', exact: true });
    // how many there are beside the genre that was chosen
    await expect(option.locator('..')).toContainText(String(inA.length));
    await option.check();
  });
  await count(page, inA.length);
  await choose(page, () =>
    page.getByRole('group', { name: 'Type' }).getByRole('checkbox', { name: 'Vocal/Instrumental' }).check(),
  );
  await count(page, vocal.length);
  await expect(titles(page).first()).toContainText(vocal.at(-1)!.name);
  await seriousFlaws(page, '/shop with filters');

  await page.goBack();
  await count(page, inA.length);
  await page.goBack();
  await count(page, techno.length);
  await page.goBack();
  await count(page, 10_000);
  await expect(page).toHaveURL(`${shop.url}/shop`);
  await page.goForward();
  await count(page, techno.length);
  await expect(page).toHaveURL(/genre=Techno/);
});

test('words are found with a typing error, tempos at half and double time, and what mixes', async ({ page }) => {
  await openFilledShop(page, shop, '/shop');
  await page.getByRole('searchbox', { name: 'Search tracks and stores' }).fill('velvte engin');
  const engines = tracksThat(({ name }) => name.startsWith('Velvet Engine'));
  await count(page, engines.length);
  await expect(titles(page).first()).toContainText(engines.at(-1)!.name);

  await page.getByRole('searchbox', { name: 'Search tracks and stores' }).fill('');
  const tempos = () =>
    choose(page, async () => {
      await page.getByLabel('BPM from').fill('140');
      await page.getByLabel('BPM from').press('Enter');
      await page.getByLabel('BPM to', { exact: true }).fill('150');
      await page.getByLabel('BPM to', { exact: true }).press('Enter');
    });
  await tempos();
  await count(page, tracksThat(({ bpm }) => bpm >= 140 && bpm <= 150).length);
  await choose(page, () => page.getByRole('checkbox', { name: 'Half and double time too' }).check());
  const within = (bpm: number) => bpm >= 140 && bpm <= 150;
  await count(page, tracksThat(({ bpm }) => within(bpm) || within(bpm * 2) || within(bpm / 2)).length);
  await choose(page, () => page.getByLabel('Mode').selectOption('minor'));
  await count(page, tracksThat(({ bpm, mode }) => (within(bpm) || within(bpm * 2)) && mode === 'minor').length);

  const last = TRACKS.at(-1)!;
  await openFilledShop(page, shop, `/track/${last.id}`);
  const link = page.getByRole('link', { name: /^Mixes with \d+ tracks$/ });
  const usual = Number(/\d+/.exec((await link.textContent())!)![0]);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`mixes=${last.id}`));
  await expect(page.getByRole('button', { name: `Remove filter Mixes with ${last.name}` })).toBeVisible();
  await count(page, usual);
  expect(usual).toBeGreaterThan(0);
  expect(usual).toBeLessThan(TRACKS.length / 2);
  await choose(page, () => page.getByLabel('Mixes within').selectOption('1'));
  await expect.poll(() => foundIn(page)).toBeLessThan(usual);
  await expect(page).toHaveURL(/within=1/);
  await page.goBack();
  await expect.poll(() => foundIn(page)).toBe(usual);
});

test('it scrolls on for hundreds of tracks with the same memory, and back to the first', { tag: '@wide' }, async ({ page }) => {
  test.slow(); // dozens of screens, each with a call
  await openFilledShop(page, shop, '/shop');
  await count(page, 10_000);
  const memory = async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    await session.detach();
    return usedSize / 2 ** 20;
  };
  const highest = () =>
    titles(page).evaluateAll((all) =>
      Math.max(...all.map((element) => Number(element.closest('[data-index]')?.getAttribute('data-index')))),
    );
  const scrolledTo = async (place: number) => {
    await expect(async () => {
      await page.evaluate(() => window.scrollBy({ top: 1500, behavior: 'instant' }));
      expect(await highest()).toBeGreaterThan(place);
    }).toPass({ intervals: [60], timeout: 400_000 });
  };

  await scrolledTo(150);
  const [elements, megabytes] = [await page.locator('*').count(), await memory()];
  await scrolledTo(600);
  expect(await page.locator('*').count()).toBeLessThan(elements * 1.3);
  expect(await memory()).toBeLessThan(megabytes + 3);
  expect(await titles(page).count()).toBeLessThan(60);
  const place = await highest();
  await expect(titles(page).filter({ hasText: TRACKS.at(-1 - place)!.name })).toBeVisible();

  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(titles(page).first()).toContainText(TRACKS.at(-1)!.name);
});

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });
  /** The filters that work without scripts, beside those that need them and are hidden. */
  const plainFilters = (page: Page) => page.locator('details');
  const newest = (tracks: MadeTrack[]) => tracks.toReversed().map(({ name }) => name);

  test('price, tempo, key, mode and type narrow what is found, beside the words, the order and the genre', async ({ page }) => {
    await openFilledShop(page, shop, '/shop?genre=Techno&view=covers');
    if (!isWide(page)) await page.locator('summary').click();
    await plainFilters(page).getByLabel('Price from').fill('300');
    await plainFilters(page).getByLabel('Price to').fill('696'); // the nearest step counts
    await plainFilters(page).getByLabel('BPM from').fill('150');
    await plainFilters(page).getByLabel('BPM to').fill('100'); // in whichever order
    await page.getByRole('checkbox', { name: 'A', exact: true }).check();
    await page.getByRole('checkbox', { name: 'C', exact: true }).check();
    await plainFilters(page).getByLabel('Mode').selectOption('minor');
    await page.getByRole('checkbox', { name: 'Instrumental', exact: true }).check();
    await page.getByRole('searchbox', { name: 'Search tracks and stores' }).fill('harbour');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    const matches = tracksThat(
      ({ name, category, price, bpm, key, mode, type }) =>
        name.startsWith('Night Harbour') &&
        category === 'Techno' &&
        price >= 300 &&
        price <= 700 &&
        bpm >= 100 &&
        bpm <= 150 &&
        ['A', 'C'].includes(key) &&
        mode === 'minor' &&
        type === 'Instrumental',
    );
    expect(matches.length).toBeGreaterThan(0);
    await count(page, matches.length);
    expect(await titles(page).count()).toBe(Math.min(24, matches.length));
    await expect(titles(page).first()).toContainText(matches.at(-1)!.name);
    await expect(page).toHaveURL(
      `${shop.url}/shop?price=300-700&bpm=100-150&genre=Techno&key=A&key=C&type=Instrumental&mode=minor&q=harbour&view=covers`,
    );

    // what was chosen is still chosen
    if (!isWide(page)) await page.locator('summary').click();
    await expect(plainFilters(page).getByLabel('Price to')).toHaveValue('700');
    await expect(page.getByRole('checkbox', { name: 'C', exact: true })).toBeChecked();
    await expect(plainFilters(page).getByLabel('Mode')).toHaveValue('minor');
    await page.getByRole('checkbox', { name: 'C', exact: true }).uncheck();
    await page.getByRole('button', { name: 'Search' }).click();
    await count(page, matches.filter(({ key }) => key === 'A').length);
    if (!isWide(page)) await page.locator('summary').click();
    await page.getByRole('link', { name: 'Reset Filters' }).click();
    await expect(page).toHaveURL(`${shop.url}/shop?view=covers`);
    await count(page, 10_000);
  });

  test('how far tempos may be apart to mix is chosen', { tag: '@wide' }, async ({ page }) => {
    const { id } = TRACKS.at(-1)!;
    await openFilledShop(page, shop, `/shop?mixes=${id}&genre=Techno`);
    const usual = await foundIn(page);
    await plainFilters(page).getByLabel('Mixes within').selectOption('±1 %');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(`${shop.url}/shop?genre=Techno&mixes=${id}&within=1`);
    const close = await foundIn(page);
    expect(close).toBeGreaterThan(0);
    expect(close).toBeLessThan(usual);
    await expect(plainFilters(page).getByLabel('Mixes within')).toHaveValue('1');
  });

  test('the list goes on behind the first tracks, and leads back to them', { tag: '@wide' }, async ({ page }) => {
    await openFilledShop(page, shop, '/shop?genre=House&sort=price-high');
    const dear = tracksThat(({ category }) => category === 'House').toSorted(
      (listedTrack, other) => other.price - listedTrack.price || other.id - listedTrack.id,
    );
    const rowsFrom = async (from: number) => {
      for (const [place, { name }] of dear.slice(from, from + 24).entries())
        await expect(titles(page).nth(place)).toContainText(name);
      await expect(titles(page)).toHaveCount(24);
      await expect(page.getByRole('navigation', { name: 'Pages of tracks' })).toContainText(
        `${from + 1}–${from + 24} of ${dear.length}`,
      );
      await count(page, dear.length);
    };
    await rowsFrom(0);
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
    await page.getByRole('link', { name: 'Next Tracks' }).click();
    await rowsFrom(24);
    // search engines may follow it, and have one entry for the shop
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await page.getByRole('link', { name: 'Next Tracks' }).click();
    await rowsFrom(48);
    await titles(page).first().getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: dear[48]!.name })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'First Tracks' }).click();
    await rowsFrom(0);
    await expect(page).toHaveURL(`${shop.url}/shop?genre=House&sort=price-high`);
  });

  for (const wrong of [
    'after=newest~0~99999999999',
    'after=played~3~40',
    'after=newest~0~0', // behind the last one
    'after=%00%22',
    'price=&price=x&bpm=-5&bpm=1e99',
    'price=9-1&bpm=abc&key=H&mode=dorian&type=&sort=best&within=99&mixes=0',
    `q=${'%F0%9F%92%83'.repeat(100)}`,
  ])
    test(`what no filter reads does no harm: ${wrong.slice(0, 40)}`, { tag: '@wide' }, async ({ page }) => {
      await openFilledShop(page, shop, `/shop?${wrong}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
      await expect(plainFilters(page).getByLabel('Price from')).toBeVisible();
      if (!/^q=|key=H/.test(wrong)) {
        await count(page, 10_000);
        expect(await titles(page).first().textContent()).toContain(newest(TRACKS)[0]);
      }
    });
});

test('with scripts on, the address of later tracks shows the list from its beginning', { tag: '@wide' }, async ({ page }) => {
  const messages: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && messages.push(message.text())));
  page.on('pageerror', (error) => void messages.push(String(error)));
  const { next } = (await (await page.request.get(`${shop.url}/api/products/search`)).json()) as { next: string };
  await openFilledShop(page, shop, `/shop?${new URLSearchParams({ after: next })}`);
  await expect(titles(page).first()).toContainText(TRACKS.at(-1)!.name);
  await count(page, 10_000);
  await page.getByRole('checkbox', { name: 'Techno' }).check();
  await count(page, tracksThat(({ category }) => category === 'Techno').length);
  await expect(page).toHaveURL(`${shop.url}/shop?genre=Techno`);
  expect(messages).toEqual([]);
});
