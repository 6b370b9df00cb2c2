import { join } from 'node:path';
import { migrationsIn, type Schema } from '@shop/runtime';
import { BuyerClaim } from './buyer-claims/buyer-claim.entity';
import { Coupon } from './coupons/coupon.entity';
import { Dispute } from './freezes/dispute.entity';
import { OrderItem } from './orders/order-item.entity';
import { Order } from './orders/order.entity';
import { ProductCopy } from './product-copies/product-copy.entity';
import { RefundRequest } from './orders/refund-request.entity';
import { ServiceRequest } from './service-requests/service-request.entity';

export const schema: Schema = {
  entities: [Order, OrderItem, BuyerClaim, Coupon, Dispute, ProductCopy, RefundRequest, ServiceRequest],
  migrations: migrationsIn(join(__dirname, 'migrations')),
  rights: {
    sale_claim_history: 'read',
    refund_splits: 'append',
    log_leaves: 'append',
    log_hashes: 'append',
    log_heads: 'append',
    signing_keys: 'append',
    invoices: 'append',
    invoicing: 'append',
  },
};
