import type { CapturePendingView, CaptureView, PaypalCreateView, PlacedOrderView } from '@shop/contracts/views';
import { PaypalCaptureForm, PaypalCreateForm, PlaceOrderForm } from '@shop/contracts/forms';
import { endpoint, forbidden, inTx, rateLimiter, reply, type Caller, type Endpoint } from '@shop/kit';
import { couponLimit } from '../coupons/coupon-limit';
import { downloadLinks } from '../downloads/links';
import { itemsOf } from '../orders/order-queries';
import type { Order } from '../orders/order.entity';
import type { Shop } from '../shop';
import { captureOrder } from './capture-order';
import { totalsView } from './conflicts';
import { createPaypalOrder } from './create-paypal-order';
import { clientOf } from './hold-limits';
import type { Purchase } from './open-order';
import { placeOrder } from './place-order';

const CONFIRMING = 'Your payment is being confirmed. Please do not pay again.';

export function checkoutEndpoints(shop: Shop): Endpoint[] {
  const couponUse = couponLimit(shop, 'coupon-use');
  const client = (caller: Caller) => clientOf(caller.address, shop.settings.downloadKey);
  const captures = rateLimiter(shop.source, { name: 'capture', points: 60, seconds: 3600 }, shop.settings.rateScale);
  return [
    endpoint({
      method: 'post',
      path: '/api/orders',
      who: 'user',
      status: 201,
      summary: 'Place an unpaid order, to be paid by arrangement; holds its tracks for 24 hours',
      body: PlaceOrderForm,
      handle: async ({ body, caller }): Promise<PlacedOrderView> => {
        const buyerId = ownId(caller, body.user_id);
        if (body.coupon_id != null) await couponUse(caller);
        const purchase = purchaseOf(buyerId, client(caller), { ...body, productIds: body.products, shown: body.total_price });
        const order = await inTx(shop.source, (tx) => placeOrder(tx, purchase, shop.settings));
        return { success: true, orderId: order.id, status: order.status, totals: totalsView(order) };
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/paypal/create',
      who: 'user',
      status: 201,
      summary: 'Reserve the tracks for 15 minutes and create the PayPal order',
      body: PaypalCreateForm,
      handle: async ({ body, caller }): Promise<PaypalCreateView> => {
        const buyerId = ownId(caller, body.userId);
        if (body.coupon_id != null) await couponUse(caller);
        const purchase = purchaseOf(buyerId, client(caller), { ...body, productIds: body.cartItems, shown: body.total_amount });
        const { order, paypalOrderId } = await createPaypalOrder(shop, purchase);
        const reservedUntil = order.reservedUntil!.toISOString();
        return { id: paypalOrderId, orderId: order.id, totals: totalsView(order), reservedUntil };
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/paypal/capture',
      who: 'user',
      summary: 'Take the money for an approved PayPal order; 202 while nobody knows yet whether it went through',
      body: PaypalCaptureForm,
      handle: async ({ body, caller }) => {
        const buyerId = ownId(caller, body.userId);
        await captures.use(String(buyerId));
        const order = await captureOrder(shop, buyerId, body.orderID);
        return order.paymentState === 'paid' ? captured(shop, order) : reply(202, confirming(order));
      },
    }),
  ];
}

/** User ids in bodies must be the session's own (decision 5). */
function ownId(caller: Caller, given: number): number {
  if (given !== caller.userId) throw forbidden();
  return given;
}

type Asked = {
  productIds: number[];
  projectSelections: number[];
  shown: number;
  discount_amount?: number | null | undefined;
  coupon_id?: number | null | undefined;
  customer_info: { firstName: string; lastName: string; email: string; country: string; phone?: string | null | undefined };
};

const purchaseOf = (buyerId: number, client: string, asked: Asked): Omit<Purchase, 'way'> => ({
  buyerId,
  client,
  customer: { ...asked.customer_info, phone: asked.customer_info.phone ?? undefined },
  wish: {
    productIds: asked.productIds,
    projectIds: asked.projectSelections,
    couponId: asked.coupon_id ?? null,
    shownTotalCents: asked.shown,
    shownDiscountCents: asked.discount_amount ?? null,
  },
});

async function captured({ source, settings }: Shop, order: Order): Promise<CaptureView> {
  const items = await itemsOf(source.manager, order.id);
  return { success: true, orderId: order.id, downloadLinks: downloadLinks(settings.downloadKey, order, items) };
}

const confirming = (order: Order): CapturePendingView => ({
  success: false,
  pending: true,
  orderId: order.id,
  error: CONFIRMING,
});
