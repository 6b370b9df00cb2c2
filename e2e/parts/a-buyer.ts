import { expect, type APIRequestContext, type Page } from '@playwright/test';
import type { AdminProductView } from '@shop/contracts/views';
import { PAYPAL, SHOP } from '../addresses';
import { freeTracks } from './free-tracks';
import { mailTo } from './inbox';

export type Buyer = { id: number; email: string; password: string };

const headers = { origin: SHOP };

/** Registers a person through the API; `as` replaces fields of the form. `session` is logged in afterwards. */
export async function registered(session: APIRequestContext, email: string, as: object = {}): Promise<Buyer> {
  const password = 'Warm-Up-Set-1!';
  const person = { name: 'Kim', last_name: 'Falk', email, country: 'Norway', is_seller: false };
  const form = { ...person, ...as, password, confirmPassword: password };
  expect((await session.post('/api/users/register', { data: form, headers })).status()).toBe(200);
  const code = /\b\d{6}\b/.exec((await mailTo(session, email, /verification code/i)).text)![0];
  const answer = await session.post('/api/users/complete-registration', { data: { ...form, verificationCode: code }, headers });
  const { user } = (await answer.json()) as { user: { id: number } };
  return { id: user.id, email, password };
}

/**
 * Creates a PayPal order for the newest track that nobody holds, or for the track called `name`. Nobody else can buy the track
 * then.
 */
export async function reserved(
  session: APIRequestContext,
  buyer: Buyer,
  name?: string,
): Promise<{ paypalOrder: string; track: AdminProductView }> {
  const customer = { firstName: 'Kim', lastName: 'Falk', email: buyer.email, country: 'Norway' };
  let begun: { paypalOrder: string; track: AdminProductView };
  // catalog learns from an event who holds a track, so its list may still have one that is taken: then another try is needed
  await expect(async () => {
    const track = (await freeTracks()).find((free) => name === undefined || free.name === name);
    const cents = Math.round(track!.price * 100);
    const total = (cents + Math.floor((cents * 5 + 50) / 100)) / 100;
    const purchase = { cartItems: [track!.id], customer_info: customer, total_amount: total, userId: buyer.id };
    const created = await session.post('/api/orders/paypal/create', { data: purchase, headers });
    expect(created.status(), await created.text()).toBe(201);
    begun = { paypalOrder: ((await created.json()) as { id: string }).id, track: track! };
  }).toPass();
  return begun!;
}

/**
 * Pays a PayPal order in the simulator, which dates the payment `daysAgo` days back.
 * @returns the order's number
 */
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

/**
 * Buys the newest track that is for sale, through the API and PayPal's simulator.
 * @returns the order's number and the track's name.
 */
export async function bought(session: APIRequestContext, buyer: Buyer): Promise<{ orderId: number; name: string }> {
  const { paypalOrder, track } = await reserved(session, buyer);
  return { orderId: await paid(session, buyer, paypalOrder), name: track.name };
}

/**
 * Reports a problem with the first track of an order, as its buyer.
 * @returns the number of the claim
 */
export async function reported(session: APIRequestContext, orderId: number): Promise<number> {
  const order = (await (await session.get(`/api/orders/${orderId}`)).json()) as { data: { products: { id: number }[] } };
  const answer = await session.post(`/api/orders/${orderId}/claims`, {
    data: {
      productId: order.data.products[0]!.id,
      reason: 'files-broken',
      text: 'One of the stems is silent from the first drop on.',
    },
    headers,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { data: { id: number } }).data.id;
}

/**
 * Disputes the payment of an order at PayPal, as its payer. `token` is an admin's.
 * @returns the dispute's id, once the shop knows it
 */
export async function disputed(session: APIRequestContext, orderId: number, token: string): Promise<string> {
  const asAdmin = { headers: { authorization: `Bearer ${token}` } };
  const order = (await (await session.get(`/api/orders/${orderId}`, asAdmin)).json()) as {
    data: { payment: { capture_id: string } };
  };
  const opened = await session.post(`${PAYPAL}/sim/captures/${order.data.payment.capture_id}/dispute`, { data: {} });
  expect(opened.ok(), await opened.text()).toBe(true);
  const { id } = (await opened.json()) as { id: string };
  await expect(async () => expect((await session.get(`/api/disputes/${id}`, asAdmin)).status()).toBe(200)).toPass();
  return id;
}

/**
 * Fills the buyer's cart and wishlist with the `count` newest tracks that nobody holds.
 * @returns their ids
 */
export async function filledLists(session: APIRequestContext, buyer: Buyer, count: number): Promise<number[]> {
  let ids: number[] = [];
  // identity and catalog learn from events what is for sale, so one may still offer a track that the other knows as sold
  await expect(async () => {
    ids = (await freeTracks()).slice(0, count).map(({ id }) => id);
    for (const list of ['cart', 'wishlist']) {
      const saved = await session.put(`/api/${list}/${buyer.id}`, { data: { [list]: ids }, headers });
      expect(await saved.json()).toMatchObject({ removed: [] });
    }
  }).toPass();
  return ids;
}

/** Pays in PayPal's window. Begins at a checkout whose contact form is filled in, and ends at the success screen. */
export async function payInWindow(page: Page) {
  await page.getByRole('checkbox', { name: /Terms & Conditions/ }).check();
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: /Pay with PayPal|PayPal \(simulator\)/ }).click();
  const paypal = await popup;
  await closing(paypal, () => paypal.getByRole('button', { name: 'Pay now' }).click());
  await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
}

/**
 * Does something that closes a window, and waits for that. The window may close before Playwright has released the key or button;
 * that is no error.
 */
export async function closing(window: Page, act: () => Promise<void>) {
  const closed = window.waitForEvent('close', { timeout: 60_000 });
  await act().catch((error: unknown) => {
    if (!window.isClosed()) throw error;
  });
  await closed;
}
