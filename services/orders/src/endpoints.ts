import { orderRoutes } from '@shop/contracts/routes';
import { implement, type Endpoint } from '@shop/http';
import { adminOrderHandlers } from './administration/administration.endpoints';
import { checkoutHandlers } from './checkout/checkout.endpoints';
import { webhookHandlers } from './checkout/webhook.endpoints';
import { holdHandlers } from './claims/holds.endpoints';
import { couponHandlers } from './coupons/coupons.endpoints';
import { downloadHandlers } from './downloads/downloads.endpoints';
import { buyerOrderHandlers } from './orders/orders.endpoints';
import { reconciliationHandlers } from './reconciliation/reconciliation.endpoints';
import { serviceRequestHandlers } from './service-requests/service-requests.endpoints';
import type { Shop } from './shop';
import { statsHandlers } from './stats/stats.endpoints';

/** Every call of orders. */
export const endpointsOf = (shop: Shop): Endpoint[] =>
  implement(orderRoutes, {
    ...checkoutHandlers(shop),
    ...webhookHandlers(shop),
    ...holdHandlers(shop),
    ...reconciliationHandlers(shop),
    ...adminOrderHandlers(shop),
    ...buyerOrderHandlers(shop),
    ...downloadHandlers(shop),
    ...couponHandlers(shop),
    ...serviceRequestHandlers(shop),
    ...statsHandlers(shop),
  });
