import type { adminOrderRoutes } from '@shop/contracts/routes';
import type { AdminOrderView } from '@shop/contracts/views';
import { reply, stepUpRequired, type Caller, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import { askRefund, quoteRefund } from '../refunds/ask-refund';
import { recordRefund } from '../refunds/record-refund';
import { refundView } from '../orders/refund-request.entity';
import { adminOrderView } from '../orders/admin-order';
import { listOrders, ordersOfUser } from '../orders/order-queries';
import type { Order } from '../orders/order.entity';
import { shownTo } from '../orders/shown-to';
import type { ServiceContext } from '../context';
import { changeStatus } from './change-status';
import { freeTracks } from './free-tracks';
import { recordPayment } from './record-payment';
import { releaseHold, releaseHoldOf } from './release-hold';

type OrderAnswer = { success: true; data: AdminOrderView };

export function adminOrderHandlers(context: ServiceContext): Handlers<typeof adminOrderRoutes> {
  const { source, downloadKeys: keys } = context;
  const viewFor = async (caller: Caller, order: Order): Promise<OrderAnswer> => ({
    success: true,
    data: shownTo(caller)(await adminOrderView(source.manager, order, keys)),
  });

  return {
    ordersOfUser: async ({ params, caller }) => ({
      success: true,
      data: (await ordersOfUser(source.manager, params.userId, keys)).map(shownTo(caller)),
    }),
    async listOrders({ query, caller }) {
      const page = await listOrders(source.manager, query, keys);
      return { ...page, data: page.data.map(shownTo(caller)) };
    },
    changeOrderStatus: async ({ params, body, caller }) =>
      viewFor(caller, await inTx(source, (tx) => changeStatus(tx, caller.userId, params.id, body.status))),
    recordPayment: async ({ params, body, caller }) =>
      viewFor(caller, await recordPayment(context, caller.userId, params.id, body)),
    quoteRefund: async ({ params, body }) => ({ success: true, data: await quoteRefund(source.manager, params.id, body) }),
    async refundOrder({ params, body, caller }) {
      if ('reference' in body)
        return reply(201, await viewFor(caller, await inTx(source, (tx) => recordRefund(tx, caller.userId, params.id, body))));
      if (!caller.steppedUp) throw stepUpRequired();
      const refund = await askRefund(context, caller.userId, params.id, body);
      const answer = { success: true as const, data: refundView(refund) };
      return refund.state === 'asked' ? reply(202, answer) : reply(201, answer);
    },
    releaseHold: async ({ params, caller }) =>
      viewFor(caller, await inTx(source, (tx) => releaseHold(tx, caller.userId, params.id))),
    releaseHoldOfTrack: async ({ params, body, caller }) =>
      viewFor(caller, await inTx(source, (tx) => releaseHoldOf(tx, caller.userId, params.productId, body))),
    freeTracks: async ({ params, caller }) =>
      viewFor(caller, await inTx(source, (tx) => freeTracks(tx, caller.userId, params.id))),
  };
}
