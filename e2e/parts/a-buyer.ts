import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { PAYPAL, SHOP } from '../addresses';
import { mailTo } from './inbox';

export type Buyer = { id: number; email: string; password: string };

const headers = { origin: SHOP };

/** Registers through the API, `as` says what is to be different; `session` is logged in afterwards. */
export async function registered(session: APIRequestContext, email: string, as: object = {}): Promise<Buyer> {
  const password = 'Warm-Up-Set-1!';
  const person = { name: 'Kim', last_name: 'Falk', email, country: 'Norway', is_seller: false };
  const form = { ...person, ...as, password, confirmPassword: password };
  expect((await session.post('/api/users/register', { data: form, headers })).status()).toBe(200);
  const code = /\b\d{6}\b/.exec((await mailTo(session, email, /verification code/i)).text)![0];
  const done = await session.post('/api/users/complete-registration', { data: { ...form, verificationCode: code }, headers });
  const { user } = (await done.json()) as { user: { id: number } };
  return { id: user.id, email, password };
}

type Listed = { id: number; name: string; price: number; category: string; bpm: number | null };

/** Begins to buy the newest track that is for sale, or the one of that name: nobody else can meanwhile. */
export async function reserved(
  session: APIRequestContext,
  buyer: Buyer,
  name?: string,
): Promise<{ paypalOrder: string; track: Listed }> {
  const list = (await (await session.get('/api/products')).json()) as Listed[];
  const track = list.find((listed) => name === undefined || listed.name === name);
  const total = (Math.round(track!.price * 100) + Math.floor((Math.round(track!.price * 100) * 5 + 50) / 100)) / 100;
  const customer = { firstName: 'Kim', lastName: 'Falk', email: buyer.email, country: 'Norway' };
  const purchase = { cartItems: [track!.id], customer_info: customer, total_amount: total, userId: buyer.id };
  const created = await session.post('/api/orders/paypal/create', { data: purchase, headers });
  expect(created.status()).toBe(201);
  return { paypalOrder: ((await created.json()) as { id: string }).id, track: track! };
}

/** Pays what was begun, in PayPal's simulator, which says that it took the money so many days ago. → the order's number */
export async function paid(session: APIRequestContext, buyer: Buyer, paypalOrder: string, daysAgo = 0): Promise<number> {
  const approval = `${PAYPAL}/sim/approve?token=${paypalOrder}&days_ago=${daysAgo}`;
  expect((await session.post(approval, { data: {} })).ok()).toBe(true);
  const captured = await session.post('/api/orders/paypal/capture', {
    data: { orderID: paypalOrder, userId: buyer.id },
    headers,
  });
  expect(captured.status()).toBe(200);
  return ((await captured.json()) as { orderId: number }).orderId;
}

/** Buys the newest track that is for sale, through the API and PayPal's simulator. → the order's number and the track's name. */
export async function bought(session: APIRequestContext, buyer: Buyer): Promise<{ orderId: number; name: string }> {
  const { paypalOrder, track } = await reserved(session, buyer);
  return { orderId: await paid(session, buyer, paypalOrder), name: track.name };
}

/** From the checkout with its contact filled in to the success screen, in PayPal's window. */
export async function payInWindow(page: Page) {
  await page.getByRole('checkbox', { name: /Terms & Conditions/ }).check();
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: /Pay with PayPal|PayPal \(simulator\)/ }).click();
  await (await popup).getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
}
