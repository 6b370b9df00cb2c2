import { buyerOrderRoutes, downloadRoutes } from './buyer-orders';
import { checkoutRoutes, holdRoutes, webhookRoutes } from './checkout';
import { couponRoutes } from './coupons';
import { adminOrderRoutes, orderStatsRoutes, reconciliationRoutes } from './order-administration';
import { serviceRequestRoutes } from './service-requests';

/** Every call of orders. Addresses that are words stand before the orders, whose ids stand in the same place. */
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
