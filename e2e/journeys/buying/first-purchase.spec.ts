import { expect, test, type Page } from '@playwright/test';
import { closing, filledLists, payInWindow, registered } from '../../parts/a-buyer';
import { SHOP } from '../../addresses';
import { seriousFlaws } from '../../parts/flaws';
import { freeTracks } from '../../parts/free-tracks';
import { mailsTo, mailTo } from '../../parts/inbox';
import { registerOnPage } from '../../parts/registration';

/** The main job of the shop, as a stranger does it: listen, register, buy, receive; then the track is gone for everybody. */
test('a stranger hears a track, registers, buys it, and it is gone for everybody else', async ({ page, request, browser }, {
  project,
}) => {
  const email = `a.dj.with.a.long.address.${project.name}.${Date.now()}@example.com`;

  await test.step('listens in the shop', async () => {
    await page.goto('/shop');
    await page.getByRole('article').first().waitFor();
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    await expect.poll(() => secondsHeard(page)).toBeGreaterThanOrEqual(1);
  });

  const { name } = (await freeTracks())[0]!;

  await test.step('is asked to log in, and registers with the mailed code', async () => {
    await page
      .getByRole('button', { name: `Add ${name} to cart` })
      .first()
      .click();
    await expect(page.getByText('Please log in to add the product to the cart.')).toBeVisible();
    await registerOnPage(page, request, { name: 'Robin', lastName: 'Vale', email, country: 'Germany' });
  });

  await test.step('finds the interrupted click finished', async () => {
    await expect(page.getByText(`${name} Added to Cart`)).toBeVisible();
  });

  await test.step('checks the cart and goes to pay', async () => {
    await page.goto('/cart');
    await expect(page.getByRole('heading', { name: 'Your Shopping Cart' })).toBeVisible();
    await expect(page.getByRole('main').getByText(/\b1 item\b/)).toBeVisible();
    await seriousFlaws(page, 'the cart');
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await expect(page).toHaveURL(/\/checkout$/);
    await expect(page.getByLabel('First Name')).toHaveValue('Robin');
    await expect(page.getByText('Please accept Terms & Conditions to enable PayPal')).toBeVisible();
    await seriousFlaws(page, 'the checkout');
  });

  await test.step('agrees and pays in the window of PayPal', async () => {
    await payInWindow(page);
    await seriousFlaws(page, 'the success screen');
  });

  await test.step('sees the downloads', async () => {
    await page.getByRole('link', { name: 'View Downloads' }).click();
    await expect(page.getByRole('heading', { name: 'Thank You for Your Purchase!' })).toBeVisible();
    await expect(page.getByRole('link', { name: new RegExp(escaped(name)) }).first()).toBeVisible();
    await seriousFlaws(page, 'the order page');
  });

  await test.step('receives one mail with links that work and the contract', async () => {
    const mail = await mailTo(request, email, /download links/i);
    expect(mail.attachments).toMatchObject([
      { contentType: 'application/pdf', filename: expect.stringMatching(/^contract-/) as unknown },
    ]);
    const link = new RegExp(`${escaped(SHOP)}/api/orders/\\d+/downloads/\\d+\\?token=[\\w-]+`).exec(mail.text)![0];
    const download = await request.get(link, { maxRedirects: 0 });
    expect(download.status()).toBe(302);
    expect(download.headers().location).toMatch(/^https:\/\/|\/media\/packages\//);
    expect((await request.get(`${link}x`, { maxRedirects: 0 })).status()).toBe(404);
    expect((await mailsTo(request, email)).filter((one) => /download links/i.test(one.subject))).toHaveLength(1);
  });

  await test.step('the track is gone, for a stranger too', async () => {
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(`${SHOP}/shop`);
    await stranger.getByRole('article').first().waitFor();
    await expect(stranger.getByRole('button', { name: `Add ${name} to cart` })).toHaveCount(0);
    // the list is kept for a second
    const listed = async () =>
      ((await (await request.get('/api/products')).json()) as { name: string }[]).map((listedTrack) => listedTrack.name);
    await expect.poll(listed).not.toContain(name);
    await stranger.context().close();
  });
});

test('a declined payment can be tried again in the same window, and nothing is lost', { tag: '@wide' }, async ({ page }) => {
  const { request: session } = page.context();
  const buyer = await registered(session, `declined.${Date.now()}@example.com`);
  await filledLists(session, buyer, 1);
  await page.goto('/checkout');
  await page.getByRole('checkbox', { name: /Terms & Conditions/ }).check();
  const first = page.waitForEvent('popup');
  await page
    .getByRole('button', { name: /PayPal/ })
    .first()
    .click();
  const again = page.waitForEvent('popup');
  const refused = await first;
  await closing(refused, () => refused.getByRole('button', { name: /declined/ }).click());
  await expect(page.getByText('Payment failed. Please try again.')).toBeVisible();
  const accepted = await again;
  await closing(accepted, () => accepted.getByRole('button', { name: 'Pay now' }).click());
  await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
});

test('an unknown address shows the 404 page', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await expect(page).toHaveURL(`${SHOP}/`);
});

/** How far the player says it has come. */
const secondsHeard = async (page: Page) => Number(await page.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuenow'));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
