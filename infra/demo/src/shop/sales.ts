import assert from 'node:assert/strict';
import type { AdminProductView } from '@shop/contracts/views';
import { totalsOf, dollarsToCents, centsToDollars } from '@shop/contracts/pricing';
import { type Registration, type Session, waitFor } from './demo-accounts';
import { entriesOf, ShopRefusal, type InputOf, type ShopApi } from './shop-api';

/** The payer's actions in PayPal's window and the operator's on PayPal's pages. The simulator can do both. */
export type Paypal = {
  approve: (paypalOrderId: string, daysAgo: number) => Promise<void>;
  refund: (captureId: string) => Promise<void>;
};

export type Buyer = Session & { registration: Registration };
type Sale<Who extends string> = {
  buyer: Who;
  tracks: string[];
  daysAgo: number;
  project?: boolean;
  coupon?: string;
  refunded?: boolean;
};

/** The buyers and their tracks, oldest sale first. `days` count from the first start. */
const SALES: Sale<'robin' | 'jonah' | 'mila' | 'amara' | 'tomas'>[] = [
  { buyer: 'jonah', tracks: ['Concrete Lullaby'], daysAgo: 25, project: true },
  { buyer: 'mila', tracks: ['Harmattan', 'Nobody’s Garden'], daysAgo: 21, coupon: 'FIRSTTRACK' },
  { buyer: 'robin', tracks: ['First Train Home'], daysAgo: 18 },
  { buyer: 'amara', tracks: ['Arrivals Hall'], daysAgo: 14, project: true },
  { buyer: 'jonah', tracks: ['Third Mainland', 'Salt Cellar'], daysAgo: 11 },
  { buyer: 'mila', tracks: ['Generator Hours'], daysAgo: 9, refunded: true },
  { buyer: 'robin', tracks: ['Late Checkout', 'Lighthouse Keeper'], daysAgo: 6, project: true },
  { buyer: 'tomas', tracks: ['Danfo Stop'], daysAgo: 1 },
  { buyer: 'jonah', tracks: ['Winter Depot'], daysAgo: 0 },
];

type Buyers = Record<(typeof SALES)[number]['buyer'], Buyer>;

/** Makes the sales that do not exist yet, one order after the other, through checkout and PayPal. One of them is refunded at PayPal. */
export async function haveSales(shop: ShopApi, buyers: Buyers, admin: Session, paypal: Paypal): Promise<void> {
  for (const sale of SALES) {
    const products = await allProducts(shop, admin);
    const saleProducts = sale.tracks.map((name) => products.find((product) => product.name === name));
    if (!saleProducts.every((product) => product && product.status !== 'sold')) continue;
    await sell(shop, buyers[sale.buyer], saleProducts as AdminProductView[], sale, admin, paypal);
  }
}

const allProducts = async (shop: ShopApi, admin: Session) =>
  entriesOf(await shop('GET /api/products', {}, admin.token)).filter((product) => 'status' in product);

async function sell(
  shop: ShopApi,
  buyer: Buyer,
  products: AdminProductView[],
  { daysAgo, project = false, coupon, refunded }: Sale<string>,
  admin: Session,
  paypal: Paypal,
) {
  const couponFacts = coupon ? await shop('GET /api/coupons/validate', { query: { code: coupon } }, buyer.token) : null;
  const pricedItems = products.map(({ price, project_name }) => ({
    priceCents: dollarsToCents(price),
    includeProject: project,
    hasProject: project_name !== null,
  }));
  const { name: firstName, last_name: lastName, email, country } = buyer.registration;
  const form = {
    cartItems: products.map(({ id }) => id),
    projectSelections: Object.fromEntries(products.map(({ id, project_name }) => [id, project && project_name ? 'YES' : 'NO'])),
    customer_info: { firstName, lastName, email, country },
    ...(couponFacts ? { coupon_id: couponFacts.id } : {}),
    total_amount: centsToDollars(totalsOf(pricedItems, couponFacts?.discount_percent).totalCents),
    userId: buyer.userId,
  };
  const order = await waitFor(`The checkout of ${products[0]?.name}`, () => create(shop, form, buyer));
  await paypal.approve(order.id, daysAgo);
  await shop('POST /api/orders/paypal/capture', { body: { orderID: order.id, userId: buyer.userId } }, buyer.token);
  await waitFor(`The sale of ${products[0]?.name}`, async () => {
    const all = await allProducts(shop, admin);
    return products.every(({ id }) => all.find((product) => product.id === id)?.status === 'sold');
  });
  if (refunded) await refund(shop, order.orderId, admin, paypal);
}

/** Creates an order; null while orders does not know one of its tracks, which was uploaded a moment ago. */
const create = (shop: ShopApi, body: InputOf<'POST /api/orders/paypal/create'>['body'], buyer: Buyer) =>
  shop('POST /api/orders/paypal/create', { body }, buyer.token).catch((error: unknown) => {
    if (error instanceof ShopRefusal && [404, 409].includes(error.status)) return null;
    throw error;
  });

async function refund(shop: ShopApi, orderId: number, admin: Session, paypal: Paypal) {
  const readOrder = async () => (await shop('GET /api/orders/:id', { params: { id: orderId } }, admin.token)).data;
  const order = await readOrder();
  assert('payment' in order && order.payment, 'what is refunded was paid');
  await paypal.refund(order.payment.reference);
  await waitFor('The refund', async () => (await readOrder()).payment_state === 'refunded');
}

/** Pays out a store's due amount, once. Later sales are left for the admin to pay. */
export async function havePayout(shop: ShopApi, sellerId: number, admin: Session): Promise<void> {
  const params = { id: sellerId };
  const ledger = () => shop('GET /api/sellers/:id/ledger', { params }, admin.token);
  if ((await ledger()).balances.paidCents > 0) return;
  const amountCents = await waitFor('A payable sale', async () => (await ledger()).balances.dueCents);
  // Confirmed in advance: the payout details are new, and the books have not been compared with PayPal's yet.
  const payout = { key: `demo-payout-of-${sellerId}-first`, amountCents, method: 'paypal' as const, reference: 'DEMO-PAYOUT-1' };
  await shop('POST /api/sellers/:id/payouts', { params, body: { ...payout, confirm: true } }, admin.token);
}
