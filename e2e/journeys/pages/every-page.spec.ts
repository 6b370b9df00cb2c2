import { test } from '@playwright/test';
import { bought, registered } from '../../parts/a-buyer';
import { SHOP } from '../../addresses';
import { expectGoodPage } from '../../parts/good-page';

const PUBLIC = [
  '/',
  '/shop',
  '/service',
  '/contact',
  '/faq',
  '/upload-instructions',
  '/privacy-policy',
  '/terms-and-conditions',
  '/public-offer-agreement',
  '/login',
  '/forgot-password',
  '/reset-password/a-token',
  '/confirm-email/a-token',
  '/confirm-contact/a-token',
  '/undo-email-change/a-token',
  '/cart',
  '/wishlist',
  '/checkout',
  '/account',
  '/order-success',
  '/subscription-confirmed',
  '/unsubscribe',
  '/nowhere',
];
const ASKING_TO_LOG_IN = ['/login', '/checkout'];
const ACCOUNT = [
  '/account',
  '/account?tab=orders',
  '/account?tab=cart',
  '/account?tab=wishlist',
  '/cart',
  '/wishlist',
  '/checkout',
];

for (const path of PUBLIC)
  test(`${path}, as a stranger finds it`, ({ page }) =>
    expectGoodPage(page, path, { asksToLogIn: ASKING_TO_LOG_IN.includes(path) }));

test('the page of a track', async ({ page, request }) => {
  const [track] = (await (await request.get('/api/products')).json()) as { id: number }[];
  await expectGoodPage(page, `/track/${track!.id}`);
});

test('the account and its lists, filled', async ({ page }) => {
  test.slow(); // seven pages
  const session = page.context().request;
  const buyer = await registered(session, `every.page.${test.info().project.name}.${Date.now()}@example.com`);
  await bought(session, buyer);
  const products = (await (await session.get('/api/products')).json()) as { id: number }[];
  const headers = { origin: SHOP };
  const some = products.slice(0, 3).map(({ id }) => id);
  await session.put(`/api/cart/${buyer.id}`, { data: { cart: some }, headers });
  await session.put(`/api/wishlist/${buyer.id}`, { data: { wishlist: some }, headers });
  for (const path of ACCOUNT) await expectGoodPage(page, path);
});
