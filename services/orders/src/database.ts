import type { Schema } from '@shop/runtime';
import { Coupon } from './coupons/coupon.entity';
import { Orders1763700000000 } from './migrations/1763700000000-orders';
import { ServiceRequests1763800000000 } from './migrations/1763800000000-service-requests';
import { CouponChecks1763900000000 } from './migrations/1763900000000-coupon-checks';
import { OrderStats1796300003000 } from './migrations/1796300003000-order-stats';
import { Administration1796310000000 } from './migrations/1796310000000-administration';
import { SuspendedBuyers1796410003000 } from './migrations/1796410003000-suspended-buyers';
import { CapturedAmounts1796430000000 } from './migrations/1796430000000-captured-amounts';
import { Reconciliation1796430001000 } from './migrations/1796430001000-reconciliation';
import { CouponLimits1796440001000 } from './migrations/1796440001000-coupon-limits';
import { Holds1796440002000 } from './migrations/1796440002000-holds';
import { StoreStatus1796440003000 } from './migrations/1796440003000-store-status';
import { ClaimHistory1796450000000 } from './migrations/1796450000000-claim-history';
import { OpenPurchases1796520001000 } from './migrations/1796520001000-open-purchases';
import { KeysInsteadOfProse1796600110000 } from './migrations/1796600110000-keys-instead-of-prose';
import { HoldReminders1796700000000 } from './migrations/1796700000000-hold-reminders';
import { CountedStates1797120000000 } from './migrations/1797120000000-counted-states';
import { OrderItem } from './orders/order-item.entity';
import { Order } from './orders/order.entity';
import { ProductCopy } from './product-copies/product-copy.entity';
import { ServiceRequest } from './service-requests/service-request.entity';

export const schema: Schema = {
  entities: [Order, OrderItem, Coupon, ProductCopy, ServiceRequest],
  migrations: [
    Orders1763700000000,
    ServiceRequests1763800000000,
    CouponChecks1763900000000,
    OrderStats1796300003000,
    Administration1796310000000,
    SuspendedBuyers1796410003000,
    CapturedAmounts1796430000000,
    Reconciliation1796430001000,
    CouponLimits1796440001000,
    ClaimHistory1796450000000,
    Holds1796440002000,
    StoreStatus1796440003000,
    OpenPurchases1796520001000,
    KeysInsteadOfProse1796600110000,
    HoldReminders1796700000000,
    CountedStates1797120000000,
  ],
  rights: { sale_claim_history: 'read' },
};
