import { buyerOrderRoutes, downloadRoutes } from './buyer-orders';
import { checkoutRoutes, holdRoutes, webhookRoutes } from './checkout';
import { couponRoutes } from './coupons';
import { adminOrderRoutes, orderStatsRoutes, reconciliationRoutes } from './order-administration';
import { serviceRequestRoutes } from './service-requests';

/** Every call of orders. Paths with a word come before `/:id`, which would match them too. */
export const orderRoutes = {
  ...checkoutRoutes,
  ...webhookRoutes,
  ...holdRoutes,
  ...reconciliationRoutes,
  ...adminOrderRoutes,
  ...buyerOrderRoutes,
  ...downloadRoutes,
  ...couponRoutes,
  ...serviceRequestRoutes,
  ...orderStatsRoutes,
};
