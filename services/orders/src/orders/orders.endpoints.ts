import { LIMITS, type buyerOrderRoutes } from '@shop/contracts/routes';
import { rateLimiter, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { ServiceContext } from '../context';
import { adminOrderView } from './admin-order';
import { buyersOrder, buyersOrders, orderFor } from './order-queries';
import { resendOrder } from './resend-order';
import { shownTo } from './shown-to';

/** New links do not move the file: somebody who has opened an old link still reaches it. */
const REVOKED = 'The old links have ended; who opened one before knows where its file lies.';

export function buyerOrderHandlers({ source, downloadKeys: keys, rateScale }: ServiceContext): Handlers<typeof buyerOrderRoutes> {
  const resends = rateLimiter(source, LIMITS.orderMails, rateScale);

  return {
    ordersOfBuyer: async ({ params, caller }) => ({
      success: true,
      data: (await buyersOrders(source.manager, params.userId, keys)).map(shownTo(caller)),
    }),
    async readOrder({ params, caller }) {
      const { order, items } = await orderFor(source.manager, caller, params.id);
      const view = caller.admin
        ? shownTo(caller)(await adminOrderView(source.manager, order, keys))
        : await buyersOrder(source.manager, order, items, keys);
      return { success: true, data: view };
    },
    async resendOrder({ params, body, caller }) {
      await resends.use(String(caller.userId));
      await inTx(source, (tx) => resendOrder(tx, caller, params.id, body.newLinks, keys));
      return { success: true, message: body.newLinks ? `The e-mail is on its way. ${REVOKED}` : 'The e-mail is on its way.' };
    },
  };
}
