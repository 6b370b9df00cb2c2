import { MAY } from '@shop/contracts/constants';
import { id, OrderListQuery, OrderStatusForm, RecordPaymentForm, RecordRefundForm } from '@shop/contracts/forms';
import type { OrderView } from '@shop/contracts/views';
import { endpoint, hasRole, inTx, rateLimiter, type Caller, type Endpoint } from '@shop/kit';
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

/** Delivery links are for the buyer and for those who may send them again; contracts are not for those who may only read. */
const shownTo =
  (caller: Caller) =>
  <View extends OrderView>(view: View): View =>
    view.user_id === caller.userId
      ? view
      : {
          ...view,
          downloadLinks: hasRole(caller, MAY.changeOrders) ? view.downloadLinks : [],
          contracts: hasRole(caller, MAY.readContracts) ? view.contracts : [],
        };

export function orderEndpoints(shop: Shop): Endpoint[] {
  const { source, settings } = shop;
  const key = settings.downloadKey;
  const resends = rateLimiter(source, { name: 'order-resend', points: 10, seconds: 3600 }, settings.rateScale);
  const asAdmin = async (caller: Caller, order: Order) => ({
    success: true,
    data: shownTo(caller)(await adminOrderView(source.manager, order, key)),
  });

  return [
    endpoint({
      method: 'get',
      path: '/api/orders/user/:userId',
      who: { owner: 'userId', admin: MAY.readOrders },
      summary: 'Orders of a buyer, newest first',
      params: UserId,
      handle: async ({ params, caller }) => ({
        success: true,
        data: (await buyersOrders(source.manager, params.userId, key)).map(shownTo(caller)),
      }),
    }),
    endpoint({
      method: 'get',
      path: '/api/orders/mdghost-panel-secur/user/:userId',
      who: { roles: MAY.readOrders },
      summary: 'Every order of a user',
      params: UserId,
      handle: async ({ params, caller }) => ({
        success: true,
        data: (await ordersOfUser(source.manager, params.userId, key)).map(shownTo(caller)),
      }),
    }),
    endpoint({
      method: 'get',
      path: '/api/orders',
      who: { roles: MAY.readOrders },
      summary: 'All orders, in pages; without page the newest 1,000',
      query: OrderListQuery,
      handle: async ({ query, caller }) => {
        const page = await listOrders(source.manager, query, key);
        return { ...page, data: page.data.map(shownTo(caller)) };
      },
    }),
    endpoint({
      method: 'get',
      path: '/api/orders/:id',
      who: { users: true, admin: MAY.readOrders },
      summary: 'One order: its buyer, or an admin, who sees its payment and history too',
      params: OrderId,
      handle: async ({ params, caller }) => {
        const { order, items } = await orderFor(source.manager, caller, params.id);
        return caller.admin ? asAdmin(caller, order) : { success: true, data: orderView(order, items, key) };
      },
    }),
    endpoint({
      method: 'put',
      path: '/api/orders/:id/status',
      who: { roles: MAY.changeOrders },
      summary: 'Set the status; moves no money',
      params: OrderId,
      body: OrderStatusForm,
      handle: async ({ params, body, caller }) =>
        asAdmin(caller, await inTx(source, (tx) => changeStatus(tx, caller.userId!, params.id, body.status))),
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/:id/payments',
      who: { roles: MAY.changeMoney },
      status: 201,
      summary: 'Record a payment that came another way',
      params: OrderId,
      body: RecordPaymentForm,
      handle: async ({ params, body, caller }) => asAdmin(caller, await recordPayment(shop, caller.userId!, params.id, body)),
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/:id/refunds',
      who: { roles: MAY.changeMoney },
      status: 201,
      summary: 'Record that the money was given back: revokes the links and reverses the sale',
      params: OrderId,
      body: RecordRefundForm,
      handle: async ({ params, body, caller }) =>
        asAdmin(caller, await inTx(source, (tx) => recordRefund(tx, caller.userId!, params.id, body.reference))),
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/:id/release-hold',
      who: { roles: MAY.changeOrders },
      summary: 'End an unpaid order now: its tracks are free again',
      params: OrderId,
      handle: async ({ params, caller }) =>
        asAdmin(caller, await inTx(source, (tx) => releaseHold(tx, caller.userId!, params.id))),
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/holds/:productId/release',
      who: { roles: MAY.changeOrders },
      summary: 'The same for the unpaid order that holds this track',
      params: z.object({ productId: id }),
      handle: async ({ params, caller }) =>
        asAdmin(caller, await inTx(source, (tx) => releaseHoldOf(tx, caller.userId!, params.productId))),
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/:id/free-tracks',
      who: { roles: MAY.changeOrders },
      summary: 'Put the tracks of a refunded order back on sale',
      params: OrderId,
      handle: async ({ params, caller }) =>
        asAdmin(caller, await inTx(source, (tx) => freeTracks(tx, caller.userId!, params.id))),
    }),
    endpoint({
      method: 'post',
      path: '/api/orders/:id/resend',
      who: { users: true, admin: MAY.changeOrders },
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
