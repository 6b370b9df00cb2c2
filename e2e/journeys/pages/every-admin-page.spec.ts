import { ADMIN_PAGE_NAMES, ADMIN_PAGES, type AdminPageName } from '@shop/contracts/admin-pages';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { bought, registered } from '../../parts/a-buyer';
import { SHOP } from '../../addresses';
import { PANEL, tokenOf } from '../../parts/an-admin';
import { expectGoodPage } from '../../parts/good-page';
import { keptPage } from '../../parts/kept-page';

const SELLER = { email: 'demo.seller@example.com', password: 'Demo-Tracks-24!' };
const headers = { origin: SHOP };

/** Ids of what the pages with one show, once everything is there to be listed. */
const ids: Partial<Record<AdminPageName, number>> = {};
let admin = '';
let session: APIRequestContext;

test.beforeAll(async ({ playwright }, { project }) => {
  session = await playwright.request.newContext({ baseURL: SHOP });
  const mark = `${project.name}${Date.now()}`;
  const sent = async (path: string, data: object, token = '') => {
    const answer = await session.post(`/api/${path}`, { data, headers: { ...headers, authorization: `Bearer ${token}` } });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  };
  const firstOf = async (path: string) => {
    const answer = (await (await session.get(`/api/${path}`, { headers: { authorization: `Bearer ${admin}` } })).json()) as
      { id: number }[] | { data: { id: number }[] };
    return (Array.isArray(answer) ? answer : answer.data)[0]!.id;
  };

  const seller = await tokenOf(session, SELLER);
  await sent(
    'track-submissions',
    {
      storeName: 'Nordhafen Audio',
      trackName: `A track with quite a long name ${mark}`,
      price: 349,
      genre: 'Deep House',
      bpm: 122,
      key: 'F#',
      trackFilesLink: 'https://www.dropbox.com/s/track',
      projectFilesLink: '',
      contactEmail: SELLER.email,
    },
    seller,
  );
  const buyer = await registered(session, `a.buyer.with.a.long.address.${mark}@example.com`);
  ids.order = (await bought(session, buyer)).orderId;
  await sent('subscribe/subscribe', { email: `reader.${mark}@example.com` });
  admin = await tokenOf(session);
  await sent('coupons', { code: mark.toUpperCase(), discount_percent: 25, is_forever: true }, admin);
  ids.product = await firstOf('products');
  ids.demo = await firstOf('demos');
  ids.announcement = await firstOf('announcements');
});
test.afterAll(() => session.dispose());

test('the door of the administration', ({ page }) => expectGoodPage(page, `${PANEL}/login`));

test.describe('as an admin finds it', () => {
  const page = keptPage((opened) => opened.addInitScript((token) => localStorage.setItem('adminToken', token), admin));
  for (const name of ADMIN_PAGE_NAMES) {
    const { address } = ADMIN_PAGES[name];
    test(address, async () => {
      const id = ids[name];
      expect(address.includes(':'), `${address} needs the id of one`).toBe(id !== undefined);
      await expectGoodPage(page(), `${PANEL}/${address.replace(':id', String(id))}`);
    });
  }
  for (const path of ['review-queue?queue=documents', 'nowhere']) test(path, () => expectGoodPage(page(), `${PANEL}/${path}`));
});

test("a seller's dashboard, with tracks, sales and submissions", async ({ page }) => {
  expect((await page.context().request.post('/api/users/login', { data: SELLER, headers })).status()).toBe(200);
  await expectGoodPage(page, '/account?tab=seller');
  await expect(page.getByRole('heading', { name: 'Submissions' }).or(page.getByText('Nordhafen Audio')).first()).toBeVisible();
});
