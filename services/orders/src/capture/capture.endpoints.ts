import { LIMITS, type checkoutRoutes } from '@shop/contracts/routes';
import type { CapturePendingView, CaptureView } from '@shop/contracts/views';
import { rateLimiter, reply, type Handlers } from '@shop/http';
import { ownId } from '../checkout/checkout.endpoints';
import { downloadLinks } from '../orders/links';
import type { OrderItem } from '../orders/order-item.entity';
import type { Order } from '../orders/order.entity';
import { isPaid } from '../payment-states';
import type { ServiceContext } from '../context';
import { captureOrder } from './capture-order';

const CONFIRMING = 'Your payment is being confirmed. Please do not pay again.';

export function captureHandlers(context: ServiceContext): Handlers<Pick<typeof checkoutRoutes, 'capturePaypalOrder'>> {
  const captures = rateLimiter(context.source, LIMITS.captures, context.rateScale);
  return {
    async capturePaypalOrder({ body, caller }) {
      const buyerId = ownId(caller, body.userId);
      await captures.use(String(buyerId));
      const { order, items } = await captureOrder(context, buyerId, body.orderID);
      return isPaid(order) ? reply(200, captureView(context, order, items)) : reply(202, confirming(order));
    },
  };
}

const captureView = ({ downloadKeys }: ServiceContext, order: Order, items: readonly OrderItem[]): CaptureView => ({
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
