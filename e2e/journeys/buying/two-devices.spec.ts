import { expect, test, type Page } from '@playwright/test';
import { registered } from '../../parts/a-buyer';
import { SHOP } from '../../addresses';
import { freeTracks } from '../../parts/free-tracks';
import { undisturbed } from '../../parts/settled';

type Track = { id: number; name: string };

/** What a browser does when one comes back to its tab. */
const comeBack = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
const inCart = (page: Page) => page.getByRole('button', { name: /^Remove .* from cart$/ });

test(
  'two tabs and two devices of one person end with the same cart and wishlist, and nothing is lost',
  { tag: '@wide' },
  async ({ page, browser }) => {
    test.slow(); // three browsers' worth of pages
    const session = page.context().request;
    const buyer = await registered(session, `two.devices.${test.info().project.name}.${Date.now()}@example.com`);
    const tracks: Track[] = await freeTracks();
    const [first, second, third] = tracks as [Track, Track, Track];

    const phone = await browser.newContext({ baseURL: SHOP });
    const login = { email: buyer.email, password: buyer.password };
    expect((await phone.request.post('/api/users/login', { data: login, headers: { origin: SHOP } })).status()).toBe(200);
    const otherTab = await page.context().newPage();
    const mobile = await phone.newPage();
    for (const window of [page, otherTab, mobile]) {
      await undisturbed(window);
      await window.goto('/wishlist');
      await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    }

    // each begins from the same empty lists, and adds without having seen what the others did
    const add = async (window: Page, { id, name }: Track) => {
      await window.goto(`/track/${id}`);
      for (const list of ['cart', 'wishlist'])
        await window
          .getByRole('main')
          .getByRole('button', { name: `Add ${name} to ${list}` })
          .first()
          .click();
    };
    await Promise.all([add(page, first), add(otherTab, second), add(mobile, third)]);
    const listOf = async (list: 'cart' | 'wishlist') =>
      ((await (await session.get(`/api/users/${buyer.id}/details`)).json()) as Record<typeof list, { id: number }[]>)[list]
        .map(({ id }) => Number(id))
        .sort();
    const all = [first.id, second.id, third.id].sort();
    await expect.poll(() => listOf('cart')).toEqual(all);
    await expect.poll(() => listOf('wishlist')).toEqual(all);

    for (const window of [page, otherTab, mobile]) await window.goto('/cart');
    for (const window of [page, otherTab, mobile]) await expect(inCart(window)).toHaveCount(3);
    // the other tab hears of it at once, the other device when it is looked at again
    await page.getByRole('button', { name: `Remove ${first.name} from cart` }).click();
    await expect(inCart(otherTab)).toHaveCount(2);
    await expect(inCart(mobile)).toHaveCount(3);
    await expect.poll(() => listOf('cart')).toEqual([second.id, third.id].sort());
    await comeBack(mobile);
    await expect(inCart(mobile)).toHaveCount(2);
    // taken out on the phone, the track is gone in both tabs too
    await mobile.getByRole('button', { name: `Remove ${second.name} from cart` }).click();
    await expect(inCart(mobile)).toHaveCount(1);
    await expect.poll(() => listOf('cart')).toEqual([third.id]);
    for (const window of [page, otherTab]) {
      await comeBack(window);
      await expect(inCart(window)).toHaveCount(1);
    }
    expect(await listOf('wishlist')).toEqual(all);
    await phone.close();
  },
);
