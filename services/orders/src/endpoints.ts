import type { Endpoint } from '@shop/kit';
import { checkoutEndpoints } from './checkout/checkout.routes';
import { holdEndpoints } from './checkout/holds';
import { couponEndpoints } from './coupons/coupons.routes';
import { downloadEndpoints } from './downloads/downloads.routes';
import { orderEndpoints } from './orders/orders.routes';
import { webhookEndpoints } from './payments/webhook.routes';
import { reconciliationEndpoints } from './reconciliation/reconciliation.endpoints';
import { serviceRequestEndpoints } from './service-requests/service-requests.routes';
import type { Shop } from './shop';
import { statsEndpoints } from './stats/stats.routes';

export const endpointsOf = (shop: Shop): Endpoint[] => [
  ...checkoutEndpoints(shop),
  ...holdEndpoints(shop),
  ...webhookEndpoints(shop),
  // before the orders, whose ids stand in the same place
  ...reconciliationEndpoints(shop),
  ...orderEndpoints(shop),
  ...downloadEndpoints(shop),
  ...couponEndpoints(shop),
  ...serviceRequestEndpoints(shop),
  ...statsEndpoints(shop),
];
