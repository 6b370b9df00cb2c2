import { expect, test, type Page } from '@playwright/test';
import { expectGoodPage } from '../../parts/good-page';
import { seriousFlaws } from '../../parts/flaws';
import { opensLight } from '../../parts/light-shop';
import { largeTracks, openLargeShop, startLargeShop, type LargeShop, type LargeTrack } from '../../parts/large-shop';

/** More than fit a first load (docs/product/catalogue.md#a-large-catalogue). */
const TRACKS = largeTracks(10_000);

let shop: LargeShop;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  shop = await startLargeShop(TRACKS);
});
test.afterAll(() => shop?.stop());

const count = (page: Page, tracks: number) =>
  expect(
    page.getByRole('heading', { level: 2, name: `${tracks} ${tracks === 1 ? 'track' : 'tracks'}`, exact: true }),
  ).toBeVisible();
const those = (fits: (track: LargeTrack) => boolean) => TRACKS.filter(fits);
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
  expect(await opensLight(page, shop)).not.toContain('/api/products');
  await count(page, 10_000);
  await expect(titles(page).first()).toContainText(TRACKS.at(-1)!.name);

  await expectGoodPage(page, `${shop.url}/shop`);
});

test('choices narrow what is found, each count says how many, and Back undoes them one by one', async ({ page }) => {
  await openLargeShop(page, shop, '/shop');
  await count(page, 10_000);
  const techno = those(({ category }) => category === 'Techno');
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
  await openLargeShop(page, shop, '/shop');
  await page.getByRole('searchbox', { name: 'Search tracks and stores' }).fill('velvte engin');
  const engines = those(({ name }) => name.startsWith('Velvet Engine'));
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
  await count(page, those(({ bpm }) => bpm >= 140 && bpm <= 150).length);
  await choose(page, () => page.getByRole('checkbox', { name: 'Half and double time too' }).check());
  const within = (bpm: number) => bpm >= 140 && bpm <= 150;
  await count(page, those(({ bpm }) => within(bpm) || within(bpm * 2) || within(bpm / 2)).length);
  await choose(page, () => page.getByLabel('Mode').selectOption('minor'));
  await count(page, those(({ bpm, mode }) => (within(bpm) || within(bpm * 2)) && mode === 'minor').length);

  const last = TRACKS.at(-1)!;
  await openLargeShop(page, shop, `/track/${last.id}`);
  const link = page.getByRole('link', { name: /^Mixes with \d+ tracks$/ });
  const usual = Number(/\d+/.exec((await link.textContent())!)![0]);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`mixes=${last.id}`));
  await expect(page.getByRole('button', { name: `Remove filter Mixes with ${last.name}` })).toBeVisible();
  await count(page, usual);
  const mixing = async () => Number((await page.getByRole('heading', { level: 2 }).first().textContent())!.split(' ')[0]);
  expect(usual).toBeGreaterThan(0);
  expect(usual).toBeLessThan(TRACKS.length / 2);
  await choose(page, () => page.getByLabel('Mixes within').selectOption('1'));
  await expect.poll(mixing).toBeLessThan(usual);
  await expect(page).toHaveURL(/within=1/);
  await page.goBack();
  await expect.poll(mixing).toBe(usual);
});

test('it scrolls on for thousands of tracks with the same memory, and back to the first', { tag: '@wide' }, async ({ page }) => {
  await openLargeShop(page, shop, '/shop');
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
      Math.max(...all.map((one) => Number(one.closest('[data-index]')?.getAttribute('data-index')))),
    );
  const scrolledTo = async (place: number) => {
    await expect(async () => {
      await page.evaluate(() => window.scrollBy({ top: 1500, behavior: 'instant' }));
      expect(await highest()).toBeGreaterThan(place);
    }).toPass({ intervals: [60], timeout: 60_000 });
  };

  await scrolledTo(600);
  const [elements, megabytes] = [await page.locator('*').count(), await memory()];
  await scrolledTo(1600);
  expect(await page.locator('*').count()).toBeLessThan(elements * 1.3);
  expect(await memory()).toBeLessThan(megabytes + 3);
  expect(await titles(page).count()).toBeLessThan(60);
  const place = await highest();
  await expect(titles(page).filter({ hasText: TRACKS.at(-1 - place)!.name })).toBeVisible();

  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(titles(page).first()).toContainText(TRACKS.at(-1)!.name);
});
