import { buyerOrderRoutes, downloadRoutes } from './orders/buyer-orders';
import { certificateRoutes } from './orders/certificates';
import { claimRoutes } from './orders/claims';
import { disputeRoutes } from './orders/disputes';
import { checkoutRoutes, holdRoutes, webhookRoutes } from './orders/checkout';
import { couponRoutes } from './orders/coupons';
import { invoiceRoutes } from './orders/invoices';
import { adminOrderRoutes, openPurchasesRoutes, orderStatsRoutes, reconciliationRoutes } from './orders/order-administration';
import { salesLogRoutes } from './orders/sales-log';
import { serviceRequestRoutes } from './orders/service-requests';

export * from './orders/buyer-orders';
export * from './orders/certificates';
export * from './orders/claims';
export * from './orders/checkout';
export * from './orders/disputes';
export * from './orders/coupons';
export * from './orders/invoices';
export * from './orders/order-administration';
export * from './orders/sales-log';
export * from './orders/service-requests';

/** Paths with a word come before `/:id`, which would match them too. */
export const orderRoutes = {
  ...checkoutRoutes,
  ...webhookRoutes,
  ...holdRoutes,
  ...reconciliationRoutes,
  ...adminOrderRoutes,
  ...buyerOrderRoutes,
  ...downloadRoutes,
  ...invoiceRoutes,
  ...certificateRoutes,
  ...claimRoutes,
  ...disputeRoutes,
  ...salesLogRoutes,
  ...couponRoutes,
  ...serviceRequestRoutes,
  ...orderStatsRoutes,
  ...openPurchasesRoutes,
};
