import { OrderCaptured } from '@shop/contracts/events';
import type { z } from 'zod';
import { downloadUrl } from '../downloads/links';
import type { OrderItem } from './order-item.entity';
import type { Order } from './order.entity';

export type PaidBy = { captureId: string; method: string };

/** What a paid order says to the others; `claimVersions` by product id. The links in it are credentials. */
export function capturedFacts(
  order: Order,
  items: readonly OrderItem[],
  payment: PaidBy,
  claimVersions: ReadonlyMap<number, number>,
  downloadKey: string,
): z.input<typeof OrderCaptured.shape> {
  const { firstName, lastName, email, country } = order.customer;
  return {
    orderId: order.id,
    ref: order.ref,
    version: order.version,
    buyerId: order.buyerId,
    customer: { firstName, lastName, email, country },
    items: items.map((item) => ({
      productId: item.productId,
      claimVersion: claimVersions.get(item.productId) ?? 1,
      name: item.name,
      category: item.category,
      img: item.img,
      sellerId: item.sellerId,
      storeName: item.storeName,
      priceCents: item.priceCents,
      projectCents: item.projectCents,
      discountCents: item.discountCents,
      paidCents: item.paidCents,
      projectName: item.projectChosen ? item.projectName : null,
      downloadUrl: downloadUrl(downloadKey, item, false),
      projectUrl: item.projectChosen ? downloadUrl(downloadKey, item, true) : null,
    })),
    subtotalCents: order.subtotalCents,
    discountCents: order.discountCents,
    feeCents: order.feeCents,
    totalCents: order.totalCents,
    couponCode: order.couponCode,
    payment,
    capturedAt: order.paidAt!.toISOString(),
    createdAt: order.createdAt.toISOString(),
  };
}
