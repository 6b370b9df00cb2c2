import { expect, test, type Page } from '@playwright/test';
import { paid, registered, reserved } from '../../parts/a-buyer';
import { SHOP } from '../../addresses';
import { adminToken } from '../../parts/an-admin';
import { seriousFlaws } from '../../parts/flaws';
import { freeTracks } from '../../parts/free-tracks';
import { mailTo } from '../../parts/inbox';

/** From now on the page hears what is sold; its stream begins a moment after the page. */
const listening = (page: Page) => page.waitForRequest(/\/api\/products\/events$/);

test('two want one track: while one pays the other is told, and when it is sold it leaves every open page', async ({ browser }, {
  project,
}) => {
  const size = { viewport: project.use.viewport! };
  const [buying, waiting, passing] = [
    await browser.newContext(size),
    await browser.newContext(size),
    await browser.newContext(size),
  ];
  const stamp = `${project.name}.${Date.now()}`;
  const buyer = await registered(buying.request, `first.${stamp}@example.com`);
  const late = await registered(waiting.request, `late.${stamp}@example.com`);
  const [wanted] = await freeTracks();
  const headers = { origin: SHOP };
  for (const [session, { id }] of [[buying.request, buyer] as const, [waiting.request, late] as const])
    expect((await session.put(`/api/cart/${id}`, { data: { cart: [wanted!.id] }, headers })).ok()).toBe(true);

  // two tabs of one browser: one has the stream, the other learns from it
  const shop = await waiting.newPage();
  const messages = listening(shop);
  await shop.goto(`${SHOP}/shop`);
  const row = shop.getByRole('article', { name: wanted!.name, exact: true });
  await expect(row).toBeVisible();
  await messages;
  const cart = await waiting.newPage();
  await cart.goto(`${SHOP}/cart`);
  const line = cart.getByRole('article', { name: wanted!.name, exact: true });
  await expect(line).toBeVisible();
  const stranger = await passing.newPage();
  const strangerHears = listening(stranger);
  await stranger.goto(`${SHOP}/track/${wanted!.id}`);
  await strangerHears;

  const { track } = await reserved(buying.request, buyer, wanted!.name);
  await test.step("the other cart says that somebody is paying; the payer's own does not", async () => {
    await expect(line.getByText('Somebody is just paying for this track.')).toBeVisible();
    await seriousFlaws(cart, 'the cart with a held track');
    const trackPage = await waiting.newPage();
    await trackPage.goto(`${SHOP}/track/${track.id}`);
    const box = trackPage.getByRole('region', { name: 'Buy this track' });
    await expect(box.getByText('Somebody is just paying for this track.')).toBeVisible();
    await trackPage.close();
    const own = await buying.newPage();
    const holdsCall = own.waitForResponse(/\/api\/orders\/holds/);
    await own.goto(`${SHOP}/cart`);
    await holdsCall;
    await expect(own.getByRole('article', { name: track.name, exact: true })).toBeVisible();
    await expect(own.getByText('Somebody is just paying')).toHaveCount(0);
  });

  await test.step('who waits asks for a mail, and gets it when the hold ends without a sale', async () => {
    await line.getByRole('button', { name: `Remind me of ${track.name}` }).click();
    await expect(line.getByText('We e-mail you if they do not buy it.')).toBeVisible();
    const authorization = `Bearer ${await adminToken()}`;
    const released = await passing.request.post(`/api/orders/holds/${track.id}/release`, {
      headers: { ...headers, authorization },
    });
    expect(released.status()).toBe(200);
    await expect(line.getByText('Somebody is just paying')).toHaveCount(0);
    const mail = await mailTo(waiting.request, late.email, new RegExp(`"${track.name}" is free again`));
    expect(mail.text).toContain(`${SHOP}/track/${track.id}`);
  });

  const { paypalOrder } = await reserved(buying.request, buyer, track.name);
  // Its sound lasts 25 seconds, and then another track plays.
  await stranger
    .getByRole('button', { name: `Play ${track.name}`, exact: true })
    .first()
    .click();
  await expect(stranger.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Add to cart' })).toBeVisible();
  await paid(buying.request, buyer, paypalOrder);
  await test.step("the track's page becomes that of a sold one; what plays goes on, but cannot be bought", async () => {
    await expect(stranger.getByText('SOLD', { exact: true })).toBeVisible();
    const player = stranger.getByRole('region', { name: 'Player' });
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(player.getByText('NOT FOR SALE')).toBeVisible();
    await expect(player.getByRole('button', { name: 'Add to cart' })).toHaveCount(0);
  });
  await test.step('the row folds away, the cart says what happened', async () => {
    await expect(row).toHaveCount(0);
    await expect(line.getByText('No longer available')).toBeVisible();
    await expect(line.getByText('Somebody is just paying')).toHaveCount(0);
    await expect(cart.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
  });

  await test.step('the cart leads to the page of the sold track, and that to others of its kind', async () => {
    // the public list may be a second old, and still have the track that was sold
    const listed = (await (await waiting.request.get('/api/products')).json()) as {
      id: number;
      name: string;
      category: string;
    }[];
    const rest = listed.filter(({ id }) => id !== track.id);
    await line.getByRole('link', { name: track.name }).click();
    await expect(cart).toHaveURL(new RegExp(`/track/${track.id}$`));
    await expect(cart.getByRole('heading', { level: 1, name: track.name })).toBeVisible();
    await expect(cart.getByText('This track is sold.', { exact: false })).toBeVisible();
    const similar = cart.getByRole('region', { name: 'Still for sale, and like it' }).getByRole('article');
    await expect(similar).toHaveCount(4);
    const kin = rest.filter(({ category }) => category === track.category).map(({ name }) => name);
    const labels = await similar.evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')!));
    expect(labels.slice(0, Math.min(4, kin.length)).every((name) => kin.includes(name))).toBe(true);
    await seriousFlaws(cart, 'the page of a sold track');
  });
  for (const context of [buying, waiting, passing]) await context.close();
});

test('a visitor who asks for no motion sees the row go all the same', { tag: '@wide' }, async ({ page, browser }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const otherContext = await browser.newContext();
  const buyer = await registered(otherContext.request, `still.${Date.now()}@example.com`);
  const messages = listening(page);
  await page.goto('/');
  await messages;
  const { paypalOrder, track } = await reserved(otherContext.request, buyer);
  const row = page.getByRole('region', { name: 'New arrivals' }).getByRole('article', { name: track.name, exact: true });
  await expect(row.or(page.getByRole('article', { name: track.name, exact: true })).first()).toBeVisible();
  await paid(otherContext.request, buyer, paypalOrder);
  await expect(page.getByRole('article', { name: track.name, exact: true })).toHaveCount(0);
  await otherContext.close();
});
