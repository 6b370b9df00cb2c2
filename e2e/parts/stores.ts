import { expect, type APIRequestContext, type Page } from '@playwright/test';
import type { PayoutRowView, PayoutsView } from '@shop/contracts/views';
import { SHOP } from '../addresses';
import { paid, registered, type Buyer } from './a-buyer';
import { activated, adminToken } from './an-admin';
import { aCover, clicks } from './files';
import { freeTracks } from './free-tracks';

/** A store with one track that is sold. */
type Store = Buyer & { sellerId: number; store: string; track: string };

/** Longer ago than three business days, wherever the weekend lies. */
const LONG_AGO = 10;
/** The price of each store's track, in cents. */
export const PRICE = 29_900;

const asAdmin = async () => ({ authorization: `Bearer ${await adminToken()}` });

/**
 * Opens a store for each name, which PayPal pays at the address of its account, and puts a track on sale in each. `session` is
 * logged in as the last seller afterwards.
 */
export async function openedStores(page: Page, session: APIRequestContext, names: readonly string[]): Promise<Store[]> {
  const img = await aCover(page);
  const audio = clicks(120);
  const stores: Store[] = [];
  for (const [at, store] of names.entries()) {
    const as = { is_seller: true, shop_name: store, social_link: 'soundcloud.com/nora-vale' };
    const owner = await registered(session, `store.${at}.${Date.now()}@example.com`, as);
    const sellerId = await activated(session, owner.id);
    const headers = await asAdmin();
    const details = { payment_method: 'paypal', paypal_email: owner.email };
    expect((await session.put(`/api/sellers/${sellerId}`, { data: details, headers })).status()).toBe(200);
    const track = `Track of ${store}`;
    const fields = { category: 'House', price: PRICE / 100, music_key: 'A', type: 'Instrumental', seller_id: sellerId };
    const link = { download_link: 'https://www.dropbox.com/dock.zip' };
    const answer = await session.post('/api/products', {
      multipart: { fields: JSON.stringify({ name: track, ...fields, ...link }), img, audio },
      headers,
    });
    expect(answer.status(), await answer.text()).toBe(201);
    stores.push({ ...owner, sellerId, store, track });
  }
  return stores;
}

/**
 * Buys the track of each store in one order that was paid so long ago that the sellers' shares are due.
 * @returns the order's number
 */
export async function boughtLongAgo(session: APIRequestContext, buyer: Buyer, stores: readonly Store[]): Promise<number> {
  let paypalOrder = '';
  // orders learns from an event what is for sale
  await expect(async () => {
    const free = await freeTracks();
    const cartItems = stores.map(({ track }) => free.find(({ name }) => name === track)!.id);
    const cents = PRICE * stores.length;
    const purchase = {
      cartItems,
      customer_info: { firstName: 'Kim', lastName: 'Falk', email: buyer.email, country: 'Norway' },
      total_amount: (cents + Math.floor((cents * 5 + 50) / 100)) / 100,
      userId: buyer.id,
    };
    const created = await session.post('/api/orders/paypal/create', { data: purchase, headers: { origin: SHOP } });
    expect(created.status(), await created.text()).toBe(201);
    paypalOrder = ((await created.json()) as { id: string }).id;
  }).toPass();
  const orderId = await paid(session, buyer, paypalOrder, LONG_AGO);
  for (const { store } of stores) await expect.poll(() => dueTo(session, store)).toBeGreaterThan(0);
  return orderId;
}

/** What stands in the books for a store, in cents; nothing before its first sale is booked. */
export async function balancesOf(session: APIRequestContext, store: string): Promise<PayoutRowView | undefined> {
  const answer = await session.get('/api/payouts', { params: { q: store }, headers: await asAdmin() });
  return ((await answer.json()) as PayoutsView).data[0];
}

/** What is due to a store, in cents. */
export const dueTo = async (session: APIRequestContext, store: string): Promise<number> =>
  (await balancesOf(session, store))?.dueCents ?? 0;
