import assert from 'node:assert/strict';
import { OrderCaptured, OrderEnded, PaymentNeedsReview, PaymentRefunded } from '@shop/contracts/events';
import type { Event } from '@shop/messaging';
import type { z } from 'zod';
import { downloadUrl } from './links';
import type { Decision, News, Sale } from './order-process';
import { hasProject } from './order-item.entity';
import type { Order } from './order.entity';

/** What the database knew when it moved the order: the claims that it took, and the account's address when the order ended. */
type MoveFacts = { claimVersions: ReadonlyMap<number, number>; accountEmail: string | null };

/**
 * The event of a decision. `order` is as it is after it.
 * @returns null when nobody has to know
 */
export function eventOfDecision(order: Order, { move, endReason }: Decision, news: News, facts: MoveFacts): Event | null {
  const { id: orderId, ref, version, buyerId } = order;
  switch (move.event) {
    case 'OrderCaptured':
      assert('sale' in news, 'a sale is paid for');
      return OrderCaptured(capturedFacts(order, { ...news.sale, claimVersions: facts.claimVersions }));
    case 'PaymentNeedsReview':
      assert('reason' in news, 'a review has a reason');
      return PaymentNeedsReview({
        orderId,
        version,
        reason: news.reason,
        captureId: news.captureId,
        delivered: order.isSold,
      });
    case 'OrderEnded':
      return endReason && OrderEnded({ orderId, version, buyerId, accountEmail: facts.accountEmail, why: endReason });
    case 'PaymentRefunded': {
      assert(news.kind === 'refunded', 'money that is back was refunded');
      const { captureId, refundId, amountCents, refundedAt } = news;
      return PaymentRefunded({
        orderId,
        ref,
        version,
        buyerId,
        captureId,
        refundId,
        amountCents,
        refundedAt: refundedAt.toISOString(),
      });
    }
    case undefined:
      return null;
  }
}

/** The newest head of the sales log when the order was paid; null when there was no log. */
export const logAtSale = ({ logSize, logRoot }: Order) =>
  logSize !== null && logRoot !== null ? { size: logSize, root: logRoot } : null;

/** The facts of a paid order for its event, also when its mail is sent again. The links in it are credentials. */
export function capturedFacts(order: Order, sale: Sale): z.input<typeof OrderCaptured.shape> {
  const { items, payment, claimVersions, accountEmail, downloadKeys } = sale;
  const { firstName, lastName, email, country } = order.customer;
  assert(order.paidAt, 'what was captured is paid');
  return {
    orderId: order.id,
    ref: order.ref,
    version: order.version,
    buyerId: order.buyerId,
    accountEmail,
    customer: { firstName, lastName, email, country },
    addressGivenUp: order.addressGivenUp,
    items: items.map((item) => ({
      productId: item.productId,
      claimVersion: claimVersions.get(item.productId) ?? 1,
      name: item.name,
      category: item.category,
      musicKey: item.sound?.music_key ?? null,
      keyMode: item.sound?.key_mode ?? null,
      img: item.img,
      sellerId: item.sellerId,
      storeName: item.storeName,
      priceCents: item.priceCents,
      projectCents: item.projectCents,
      discountCents: item.discountCents,
      paidCents: item.paidCents,
      projectName: item.projectChosen ? item.projectName : null,
      downloadUrl: downloadUrl(downloadKeys, item, false),
      projectUrl: hasProject(item) ? downloadUrl(downloadKeys, item, true) : null,
      certificateCode: item.certificateCode,
      origins: item.soundOrigins,
    })),
    subtotalCents: order.subtotalCents,
    discountCents: order.discountCents,
    feeCents: order.feeCents,
    totalCents: order.totalCents,
    couponCode: order.couponCode,
    payment: { captureId: payment.captureId, method: payment.method },
    site:
      order.siteName && order.siteTimeZone ? { name: order.siteName, timeZone: order.siteTimeZone, url: order.siteUrl } : null,
    log: logAtSale(order),
    termsVersion: order.termsVersion,
    capturedAt: order.paidAt.toISOString(),
    createdAt: order.createdAt.toISOString(),
  };
}
