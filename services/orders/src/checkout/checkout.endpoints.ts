import assert from 'node:assert/strict';
import { LIMITS, type checkoutRoutes } from '@shop/contracts/routes';
import type { CapturePendingView, CaptureView } from '@shop/contracts/views';
import { forbidden, rateLimiter, reply, type Caller, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { Response } from 'express';
import { clientOf } from '../claims/hold-limits';
import { couponLimit } from '../coupons/coupon-limit';
import { downloadLinks } from '../orders/links';
import type { OrderItem } from '../orders/order-item.entity';
import type { Order } from '../orders/order.entity';
import type { ServiceContext } from '../context';
import { captureOrder } from './capture-order';
import { totalsView } from './conflicts';
import { createPaypalOrder } from './create-paypal-order';
import type { Purchase } from './open-order';
import { placeOrder } from './place-order';

const CONFIRMING = 'Your payment is being confirmed. Please do not pay again.';

export function checkoutHandlers(context: ServiceContext): Handlers<typeof checkoutRoutes> {
  const couponUse = couponLimit(context, 'purchase');
  const client = (caller: Caller) => clientOf(caller.address, context.downloadKeys);
  const captures = rateLimiter(context.source, LIMITS.captures, context.rateScale);
  return {
    async placeOrder({ body, caller, res }) {
      const buyerId = ownId(caller, body.user_id);
      if (body.coupon_id != null) await couponUse(caller);
      const purchase = purchaseOf(buyerId, client(caller), { ...body, productIds: body.products, shown: body.total_price }, res);
      const order = await inTx(context.source, (tx) => placeOrder(tx, purchase, context));
      return { success: true, orderId: order.id, status: order.status, totals: totalsView(order) };
    },
    async createPaypalOrder({ body, caller, res }) {
      const buyerId = ownId(caller, body.userId);
      if (body.coupon_id != null) await couponUse(caller);
      const purchase = purchaseOf(
        buyerId,
        client(caller),
        { ...body, productIds: body.cartItems, shown: body.total_amount },
        res,
      );
      const { order, paypalOrderId } = await createPaypalOrder(context, purchase);
      assert(order.reservedUntil, 'an order that was made holds its tracks');
      const reservedUntil = order.reservedUntil.toISOString();
      return { id: paypalOrderId, orderId: order.id, totals: totalsView(order), reservedUntil };
    },
    async capturePaypalOrder({ body, caller }) {
      const buyerId = ownId(caller, body.userId);
      await captures.use(String(buyerId));
      const { order, items } = await captureOrder(context, buyerId, body.orderID);
      return order.paymentState === 'paid' ? reply(200, captured(context, order, items)) : reply(202, confirming(order));
    },
  };
}

/** User ids in bodies must be the session's own (docs/product/checkout.md#what-the-client-sends-is-compared). */
function ownId(caller: Caller, given: number): number {
  if (given !== caller.userId) throw forbidden();
  return given;
}

type Asked = {
  productIds: number[];
  projectSelections: number[];
  shown: number;
  discount_amount?: number | null;
  coupon_id?: number | null;
  customer_info: { firstName: string; lastName: string; email: string; country: string; phone?: string | null };
};

const purchaseOf = (buyerId: number, client: string, asked: Asked, res: Response): Omit<Purchase, 'way'> => ({
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
  hasLeft: () => res.closed,
});

const captured = ({ downloadKeys }: ServiceContext, order: Order, items: readonly OrderItem[]): CaptureView => ({
  success: true,
  orderId: order.id,
  downloadLinks: downloadLinks(downloadKeys, order, items),
});

const confirming = (order: Order): CapturePendingView => ({
  success: false,
  pending: true,
  orderId: order.id,
  error: CONFIRMING,
});
