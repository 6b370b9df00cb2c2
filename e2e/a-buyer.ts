import { expect, type APIRequestContext } from '@playwright/test';
import { PAYPAL, SHOP } from './addresses';
import { mailTo } from './inbox';

export type Buyer = { id: number; email: string; password: string };

const headers = { origin: SHOP };

/** Registers through the API; `session` is logged in afterwards. */
export async function registered(session: APIRequestContext, email: string): Promise<Buyer> {
  const password = 'Warm-Up-Set-1!';
  const person = { name: 'Kim', last_name: 'Falk', email, country: 'Norway', is_seller: false };
  const form = { ...person, password, confirmPassword: password };
  expect((await session.post('/api/users/register', { data: form, headers })).status()).toBe(200);
  const code = /\b\d{6}\b/.exec((await mailTo(session, email, /verification code/i)).text)![0];
  const done = await session.post('/api/users/complete-registration', { data: { email, verificationCode: code }, headers });
  const { user } = (await done.json()) as { user: { id: number } };
  return { id: user.id, email, password };
}

type Listed = { id: number; name: string; price: number; category: string; bpm: number | null };

/** Begins to buy the newest track that is for sale: nobody else can meanwhile. */
export async function reserved(session: APIRequestContext, buyer: Buyer): Promise<{ paypalOrder: string; track: Listed }> {
  const [track] = (await (await session.get('/api/products')).json()) as Listed[];
  const total = (Math.round(track!.price * 100) + Math.floor((Math.round(track!.price * 100) * 5 + 50) / 100)) / 100;
  const customer = { firstName: 'Kim', lastName: 'Falk', email: buyer.email, country: 'Norway' };
  const purchase = { cartItems: [track!.id], customer_info: customer, total_amount: total, userId: buyer.id };
  const created = await session.post('/api/orders/paypal/create', { data: purchase, headers });
  expect(created.status()).toBe(201);
  return { paypalOrder: ((await created.json()) as { id: string }).id, track: track! };
}

/** Pays what was begun, in PayPal's simulator. → the order's number */
export async function paid(session: APIRequestContext, buyer: Buyer, paypalOrder: string): Promise<number> {
  expect((await session.post(`${PAYPAL}/sim/approve?token=${paypalOrder}`, { data: {} })).ok()).toBe(true);
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
