import { ADMIN_LOGIN, ADMIN_PAGE_NAMES, ADMIN_PAGES } from '@shop/contracts/admin-pages';
import { accountTab } from '@shop/contracts/pages';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { SHOP } from '../../addresses';
import { PANEL, tokenOf } from '../../parts/an-admin';
import { expectGoodPage } from '../../parts/good-page';
import { keptPage } from '../../parts/kept-page';
import { adminAddress, shownIds, type ShownIds } from '../../parts/page-addresses';

const SELLER = { email: 'demo.seller@example.com', password: 'Demo-Tracks-24!' };
const headers = { origin: SHOP };

/** Once everything is there to be listed. */
let ids: ShownIds;
let admin = '';
let session: APIRequestContext;

test.beforeAll(async ({ playwright }, { project }) => {
  session = await playwright.request.newContext({ baseURL: SHOP });
  const mark = `${project.name}${Date.now()}`;
  const sent = async (path: string, data: object, token = '') => {
    const answer = await session.post(`/api/${path}`, { data, headers: { ...headers, authorization: `Bearer ${token}` } });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
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
  ids = await shownIds(session, `a.buyer.with.a.long.address.${mark}@example.com`);
  await sent('subscribe/subscribe', { email: `reader.${mark}@example.com` });
  admin = await tokenOf(session);
  await sent('coupons', { code: mark.toUpperCase(), discount_percent: 25, is_forever: true }, admin);
});
test.afterAll(() => session.dispose());

test('the door of the administration', ({ page }) => expectGoodPage(page, `${PANEL}/${ADMIN_LOGIN}`));

test.describe('as an admin finds it', () => {
  const page = keptPage((opened) => opened.addInitScript((token) => localStorage.setItem('adminToken', token), admin));
  for (const name of ADMIN_PAGE_NAMES) test(ADMIN_PAGES[name].address, () => expectGoodPage(page(), adminAddress(name, ids)));
  for (const path of ['review-queue?queue=documents', 'nowhere']) test(path, () => expectGoodPage(page(), `${PANEL}/${path}`));
});

test("a seller's dashboard, with tracks, sales and submissions", async ({ page }) => {
  expect((await page.context().request.post('/api/users/login', { data: SELLER, headers })).status()).toBe(200);
  await expectGoodPage(page, accountTab('seller'));
  await expect(page.getByRole('heading', { name: 'Submissions' }).or(page.getByText('Nordhafen Audio')).first()).toBeVisible();
});
