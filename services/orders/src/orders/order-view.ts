import { centsToDollars } from '@shop/contracts/pricing';
import type { OrderView } from '@shop/contracts/views';
import type { KeyRing } from '@shop/shared';
import { isPaid, isReserved } from '../payment-states';
import { contractLinks, deliveredFiles, downloadLinks, type LastDownloads } from './links';
import { isGivenBack, type OrderItem } from './order-item.entity';
import type { Order } from './order.entity';

/** An order as its buyer sees it: with the shop's own download links, never the addresses of the files behind them. */
export const orderView = (
  order: Order,
  items: readonly OrderItem[],
  downloadKeys: KeyRing,
  lastDownloads: LastDownloads,
): OrderView => ({
  id: order.id,
  user_id: order.buyerId,
  products: items.map((item) => ({
    id: item.productId,
    name: item.name,
    price: centsToDollars(item.priceCents),
    category: item.category,
    img: item.img,
    includeProject: item.projectChosen,
    project_name: item.projectName,
    store_name: item.storeName,
    sound: item.sound,
    certificate: item.certificateCode,
    shows_buyer: item.showsBuyer,
    ...(item.refunded && { refunded: item.refunded }),
    ...(item.trackPackage && isPaid(order) && !isGivenBack(item) && { files: deliveredFiles(item) }),
    ...(item.frozenFor && { on_hold: item.frozenFor }),
  })),
  subtotal: centsToDollars(order.subtotalCents),
  total_price: centsToDollars(order.totalCents),
  discount_amount: centsToDollars(order.discountCents),
  fee_amount: centsToDollars(order.feeCents),
  coupon_id: order.couponId,
  coupon_code: order.couponCode,
  coupon_discount: order.couponPercent,
  status: order.status,
  payment_state: order.paymentState,
  closed: order.closed,
  created_at: order.createdAt.toISOString(),
  paid_at: order.paidAt?.toISOString() ?? null,
  reserved_until: (isReserved(order) && order.reservedUntil?.toISOString()) || null,
  customer_info: order.customer,
  address_given_up: order.addressGivenUp,
  terms_version: order.termsVersion,
  downloadLinks: downloadLinks(downloadKeys, order, items, lastDownloads),
  contracts: contractLinks(order, items),
});
