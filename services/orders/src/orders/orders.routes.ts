import { id, OrderListQuery, OrderStatusForm, RecordPaymentForm, RecordRefundForm } from '@shop/contracts/forms';
import { endpoint, inTx, rateLimiter, type Endpoint } from '@shop/kit';
import { z } from 'zod';
import { recordRefund } from '../payments/refund-order';
import type { Shop } from '../shop';
import { adminOrderView } from './admin-order';
import { changeStatus } from './change-status';
import { freeTracks } from './free-tracks';
import { buyersOrders, listOrders, orderFor, ordersOfUser } from './order-queries';
import { orderView } from './order-view';
import type { Order } from './order.entity';
import { recordPayment } from './record-payment';
import { releaseHold, releaseHoldOf } from './release-hold';
import { resendOrder } from './resend-order';

const OrderId = z.object({ id });
const UserId = z.object({ userId: id });
const ResendForm = z.strictObject({ newLinks: z.boolean().default(false) });

export function orderEndpoints(shop: Shop): Endpoint[] {
  const { source, settings } = shop;
  const key = settings.downloadKey;
  const resends = rateLimiter(source, { name: 'order-resend', points: 10, seconds: 3600 }, settings.rateScale);
  const asAdmin = async (order: Order) => ({ success: true, data: await adminOrderView(source.manager, order, key) });

  return [
    endpoint({
      method: 'get',
      path: '/api/orders/user/:userId',
      who: { owner: 'userId', admin: true },
      summary: 'Orders of a buyer, newest first',
      params: UserId,
      handle: async ({ params }) => ({ success: true, data: await buyersOrders(source.manager, params.userId, key) }),
    }),
    endpoint({
      method: 'get',
      path: '/api/orders/mdghost-panel-secur/user/:userId',
      who: 'admin',
      summary: 'Every order of a user',
      params: UserId,
      handle: async ({ params }) => ({ success: true, data: await ordersOfUser(source.manager, params.userId, key) }),
    }),
    endpoint({
      method: 'get',
      path: '/api/orders',
      who: 'admin',
      summary: 'All orders, in pages; without page the newest 1,000',
      query: OrderListQuery,
      handle: ({ query }) => listOrders(source.manager, query, key),
    }),
    endpoint({
      method: 'get',
      path: '/api/orders/:id',
      who: 'user',
      summary: 'One order: its buyer, or an admin, who sees its payment and history too',
      params: OrderId,
      handle: async ({ params, caller }) => {
        const { order, items } = await orderFor(source.manager, caller, params.id);
        return caller.admin ? asAdmin(order) : { success: true, data: orderView(order, items, key) };
      },
    }),
    endpoint({
      method: 'put',
      path: '/api/orders/:id/status',
      who: 'admin',
      summary: 'Set the status; moves no money',
      params: OrderId,
      body: OrderStatusForm,
      handle: async ({ params, body, caller }) =>
        asAdmin(await inTx(source, (tx) => changeStatus(tx, caller.userId!, params.id, body.status))),
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/:id/payments',
      who: 'admin',
      status: 201,
      summary: 'Record a payment that came another way',
      params: OrderId,
      body: RecordPaymentForm,
      handle: async ({ params, body, caller }) => asAdmin(await recordPayment(shop, caller.userId!, params.id, body)),
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/:id/refunds',
      who: 'admin',
      status: 201,
      summary: 'Record that the money was given back: revokes the links and reverses the sale',
      params: OrderId,
      body: RecordRefundForm,
      handle: async ({ params, body, caller }) =>
        asAdmin(await inTx(source, (tx) => recordRefund(tx, caller.userId!, params.id, body.reference))),
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/:id/release-hold',
      who: { roles: ['owner', 'support'] },
      summary: 'End an unpaid order now: its tracks are free again',
      params: OrderId,
      handle: async ({ params, caller }) => asAdmin(await inTx(source, (tx) => releaseHold(tx, caller.userId!, params.id))),
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/holds/:productId/release',
      who: { roles: ['owner', 'support'] },
      summary: 'The same for the unpaid order that holds this track',
      params: z.object({ productId: id }),
      handle: async ({ params, caller }) =>
        asAdmin(await inTx(source, (tx) => releaseHoldOf(tx, caller.userId!, params.productId))),
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/:id/free-tracks',
      who: 'admin',
      summary: 'Put the tracks of a refunded order back on sale',
      params: OrderId,
      handle: async ({ params, caller }) => asAdmin(await inTx(source, (tx) => freeTracks(tx, caller.userId!, params.id))),
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/:id/resend',
      who: 'user',
      summary: 'Send the mail with links and contracts once more',
      params: OrderId,
      body: ResendForm,
      handle: async ({ params, body, caller }) => {
        await resends.use(String(caller.userId));
        await inTx(source, (tx) => resendOrder(tx, caller, params.id, body.newLinks, key));
        return { success: true, message: 'The e-mail is on its way.' };
      },
    }),
  ];
}
