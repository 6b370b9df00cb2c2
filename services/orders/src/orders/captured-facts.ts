import assert from 'node:assert/strict';
import type { OrderCaptured } from '@shop/contracts/events';
import type { KeyRing } from '@shop/shared';
import type { z } from 'zod';
import { downloadUrl } from './links';
import type { OrderItem } from './order-item.entity';
import type { Order } from './order.entity';

/** What is known of a sale beside the order itself; `claimVersions` by product id. `downloadKeys` make its links. */
export type Sale = {
  items: readonly OrderItem[];
  payment: { captureId: string; method: string };
  claimVersions: ReadonlyMap<number, number>;
  accountEmail: string | null;
  downloadKeys: KeyRing;
};

/** What OrderCaptured tells of a paid order. The links in it are credentials. */
export function capturedFacts(
  order: Order,
  { items, payment, claimVersions, accountEmail, downloadKeys }: Sale,
): z.input<typeof OrderCaptured.shape> {
  const { firstName, lastName, email, country } = order.customer;
  assert(order.paidAt, 'what was captured is paid');
  return {
    orderId: order.id,
    ref: order.ref,
    version: order.version,
    buyerId: order.buyerId,
    accountEmail,
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
      downloadUrl: downloadUrl(downloadKeys, item, false),
      projectUrl: item.projectChosen ? downloadUrl(downloadKeys, item, true) : null,
    })),
    subtotalCents: order.subtotalCents,
    discountCents: order.discountCents,
    feeCents: order.feeCents,
    totalCents: order.totalCents,
    couponCode: order.couponCode,
    payment,
    site: order.siteName && order.siteTimeZone ? { name: order.siteName, timeZone: order.siteTimeZone } : null,
    capturedAt: order.paidAt.toISOString(),
    createdAt: order.createdAt.toISOString(),
  };
}
