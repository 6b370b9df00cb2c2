import assert from 'node:assert/strict';
import type { checkoutRoutes } from '@shop/contracts/routes';
import { forbidden, type Caller, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { Response } from 'express';
import { clientOf } from '../claims/hold-limits';
import { couponLimit } from '../coupons/coupon-limits';
import type { ServiceContext } from '../context';
import { buyerCompany } from '../invoices/business';
import { totalsView } from './conflicts';
import { createPaypalOrder } from './create-paypal-order';
import type { Purchase } from './open-order';
import { placeOrder } from './place-order';

export function checkoutHandlers(
  context: ServiceContext,
): Handlers<Pick<typeof checkoutRoutes, 'placeOrder' | 'createPaypalOrder'>> {
  const couponUse = couponLimit(context, 'purchase');
  const client = ({ address }: Caller) => ({ address, client: clientOf(address, context.downloadKeys) });
  return {
    async placeOrder({ body, caller, res }) {
      const buyerId = ownId(caller, body.user_id);
      if (body.coupon_id != null) await couponUse(caller);
      const purchase = purchaseOf(
        context,
        buyerId,
        client(caller),
        { ...body, productIds: body.products, shown: body.total_price },
        res,
      );
      const order = await inTx(context.source, (tx) => placeOrder(tx, purchase, context));
      return { success: true, orderId: order.id, status: order.status, totals: totalsView(order) };
    },
    async createPaypalOrder({ body, caller, res }) {
      const buyerId = ownId(caller, body.userId);
      if (body.coupon_id != null) await couponUse(caller);
      const purchase = purchaseOf(
        context,
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
  };
}

/** User ids in bodies must be the session's own (docs/product/checkout.md#what-the-client-sends-is-compared). */
export function ownId(caller: Caller, userId: number): number {
  if (userId !== caller.userId) throw forbidden();
  return userId;
}

type CheckoutForm = {
  productIds: number[];
  projectSelections: number[];
  shown: number;
  discount_amount?: number | null;
  coupon_id?: number | null;
  customer_info: {
    firstName: string;
    lastName: string;
    email: string;
    country: string;
    phone?: string | null;
    company?: string | null;
    vatNumber?: string | null;
  };
};

const purchaseOf = (
  { invoicing }: Pick<ServiceContext, 'invoicing'>,
  buyerId: number,
  client: Pick<Purchase, 'address' | 'client'>,
  body: CheckoutForm,
  res: Response,
): Omit<Purchase, 'way'> => ({
  buyerId,
  ...client,
  customer: { ...personOf(body.customer_info), ...buyerCompany(invoicing, body.customer_info) },
  wish: {
    productIds: body.productIds,
    projectIds: body.projectSelections,
    couponId: body.coupon_id ?? null,
    shownTotalCents: body.shown,
    shownDiscountCents: body.discount_amount ?? null,
  },
  hasLeft: () => res.closed,
});

const personOf = ({ firstName, lastName, email, country, phone }: CheckoutForm['customer_info']) => ({
  firstName,
  lastName,
  email,
  country,
  phone: phone ?? undefined,
});
