import { expect, test, type APIRequestContext } from '@playwright/test';

type Listed = { id: number; name: string };

/** The oldest track that mixes with others: the newest may have been sold to another journey a moment ago. */
async function mixingTrack(request: APIRequestContext, products: readonly Listed[]): Promise<Listed> {
  for (const track of products.toReversed()) {
    const answer = await request.get(`/api/products/${track.id}/similar`);
    if (((await answer.json()) as { mixing: number }).mixing > 0) return track;
  }
  throw new Error('No track mixes with another one');
}

test('search finds a track, its page leads to what mixes with it, and to the cart', async ({ page, request }) => {
  const products = (await (await request.get('/api/products')).json()) as Listed[];
  const track = await mixingTrack(request, products);

  await page.goto('/shop');
  await page.getByRole('searchbox', { name: 'Search tracks and stores' }).fill(track.name.toUpperCase());
  await expect(page.getByRole('article')).toHaveCount(products.filter(({ name }) => name.includes(track.name)).length);
  await page.getByRole('link', { name: track.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/track/${track.id}$`));
  await expect(page.getByRole('heading', { level: 1, name: track.name })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What is in the package' })).toBeVisible();

  await page.getByRole('link', { name: /^Mixes with \d+ tracks?$/ }).click();
  await expect(page.getByRole('button', { name: `Remove filter Mixes with ${track.name}` })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: `Add ${track.name} to cart` }).click();
  await expect(page.getByText('Please log in to add the product to the cart.')).toBeVisible();
});

test('the waveform plays a track from where it is pressed, and leads through it by keys', async ({ page, request }) => {
  const products = (await (await request.get('/api/products')).json()) as Listed[];
  const track = products.at(-1)!; // the newest may have been sold a moment ago
  await page.goto(`/track/${track.id}`);
  const wave = page.getByRole('slider', { name: `Waveform of ${track.name}` });
  const second = async () => Number(await wave.getAttribute('aria-valuenow'));
  await wave.click();
  await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(second).toBeGreaterThan(0);
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).click();
  await wave.press('Home');
  await expect.poll(second).toBe(0);
  await wave.press('ArrowRight');
  await expect.poll(second).toBe(5);
});

test('without any script the page of a track says what it is', { tag: '@wide' }, async ({ request }) => {
  const [track] = (await (await request.get('/api/products')).json()) as Listed[];
  const html = await (await request.get(`/track/${track!.id}`)).text();
  expect(/<title>(.*?)<\/title>/.exec(html)![1]).toContain(' by ');
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!) as object;
  expect(data).toMatchObject({ '@type': 'Product', name: track!.name, offers: { priceCurrency: 'USD' } });
  expect(await (await request.get('/sitemap.xml')).text()).toContain(`/track/${track!.id}</loc>`);
});

test('a track that never was is a 404 with the page of the shop', { tag: '@wide' }, async ({ page }) => {
  const answer = await page.goto('/track/2000000000');
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible();
});
