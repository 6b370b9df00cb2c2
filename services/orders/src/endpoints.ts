import { orderRoutes } from '@shop/contracts/routes';
import { implement, type Endpoint } from '@shop/http';
import { adminOrderHandlers } from './administration/administration.endpoints';
import { claimHandlers } from './buyer-claims/buyer-claims.endpoints';
import { captureHandlers } from './capture/capture.endpoints';
import { certificateHandlers } from './certificates/certificates.endpoints';
import { checkoutHandlers } from './checkout/checkout.endpoints';
import { webhookHandlers } from './capture/webhook/webhook.endpoints';
import { holdHandlers } from './claims/holds.endpoints';
import { couponHandlers } from './coupons/coupons.endpoints';
import { disputeHandlers } from './disputes/disputes.endpoints';
import { invoiceHandlers } from './invoices/invoices.endpoints';
import { downloadHandlers } from './orders/downloads/downloads.endpoints';
import { buyerOrderHandlers } from './orders/orders.endpoints';
import { reconciliationHandlers } from './payments/reconciliation/reconciliation.endpoints';
import { salesLogHandlers } from './sales-log/sales-log.endpoints';
import { serviceRequestHandlers } from './service-requests/service-requests.endpoints';
import type { ServiceContext } from './context';
import { statsHandlers } from './stats/stats.endpoints';

export const endpointsOf = (context: ServiceContext): Endpoint[] =>
  implement(orderRoutes, {
    ...checkoutHandlers(context),
    ...captureHandlers(context),
    ...webhookHandlers(context),
    ...holdHandlers(context),
    ...reconciliationHandlers(context),
    ...adminOrderHandlers(context),
    ...buyerOrderHandlers(context),
    ...downloadHandlers(context),
    ...invoiceHandlers(context),
    ...certificateHandlers(context),
    ...claimHandlers(context),
    ...disputeHandlers(context),
    ...couponHandlers(context),
    ...salesLogHandlers(context),
    ...serviceRequestHandlers(context),
    ...statsHandlers(context),
  });
