import assert from 'node:assert/strict';
import { centsToDollars, subsidyCents } from '@shop/contracts/pricing';
import type { AdminOrderItemView, AdminOrderView, OrderItemView } from '@shop/contracts/views';
import { rowsOf } from '@shop/messaging';
import type { KeyRing } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import { invoiceLinksOf } from '../invoice-links';
import { isInReview, isPaid } from '../payment-states';
import { lastDownloadsOf } from './deliveries';
import { RefundRequest, refundView } from './refund-request.entity';
import type { OrderItem } from './order-item.entity';
import { itemsOf } from './order-queries';
import { orderView } from './order-view';
import type { Order } from './order.entity';

type PaymentRow = { method: string; reference: string; capture_id: string; amount_cents: number; captured_at: Date };
type RefundRow = { refund_id: string; reference: string | null; capture_id: string; amount_cents: number; refunded_at: Date };

/** An order as admins see it, also with payment, refunds, PayPal's ids, downloads, claims, history and account. */
export async function adminOrderView(db: EntityManager, order: Order, downloadKeys: KeyRing): Promise<AdminOrderView> {
  const items = await itemsOf(db, order.id);
  const [payment] = await db.query<PaymentRow[]>(
    'SELECT method, reference, capture_id, amount_cents, captured_at FROM payments WHERE order_id = $1',
    [order.id],
  );
  const refunds = await db.query<RefundRow[]>(
    `SELECT refund_id, CASE WHEN recorded THEN reference ELSE refund_id END AS reference, capture_id, amount_cents, refunded_at
     FROM refunds WHERE order_id = $1 ORDER BY refunded_at, refund_id`,
    [order.id],
  );
  const requests = await rowsOf(db, RefundRequest, 'WHERE order_id = $1 ORDER BY id', [order.id]);
  const history = await db.query<{ at: Date; event: string; detail: string | null }[]>(
    'SELECT at, event, detail FROM order_events WHERE order_id = $1 ORDER BY id',
    [order.id],
  );
  const [user] = await db.query<NonNullable<AdminOrderView['user']>[]>(
    'SELECT user_id AS id, name, last_name, email FROM buyers WHERE user_id = $1 AND NOT deleted',
    [order.buyerId],
  );
  const claims = await claimsOf(db, order.id, items);
  const invoices = (await invoiceLinksOf(db, [order.id])).get(order.id);
  const { products, ...rest } = orderView(order, items, downloadKeys, await lastDownloadsOf(db, [order.id]));
  return {
    ...rest,
    products: products.map((product, i) => {
      const item = items[i];
      assert(item, 'the view has a product for each item');
      return adminItemView(order, product, item, claims.get(product.id) ?? 'free');
    }),
    way: order.way,
    ref: order.ref,
    review_capture_id: isInReview(order) ? order.reviewCaptureId : null,
    captured_amount: order.reviewAmountCents === null ? null : centsToDollars(order.reviewAmountCents),
    refunds: refunds.map(({ amount_cents, refunded_at, ...refund }) => ({
      ...refund,
      amount: centsToDollars(amount_cents),
      refunded_at: refunded_at.toISOString(),
    })),
    refund_requests: requests.map(refundView),
    payment: payment
      ? {
          method: payment.method,
          reference: payment.reference,
          capture_id: payment.capture_id,
          amount: centsToDollars(payment.amount_cents),
          captured_at: payment.captured_at.toISOString(),
        }
      : null,
    paypal_order_id: order.paypalOrderId,
    history: history.map((line) => ({ ...line, at: line.at.toISOString() })),
    user: user ?? null,
    ...(invoices && { invoices }),
  };
}

const adminItemView = (
  order: Order,
  product: OrderItemView,
  item: OrderItem,
  claim: AdminOrderItemView['claim'],
): AdminOrderItemView => ({
  ...product,
  project_price: centsToDollars(item.projectCents),
  discount: centsToDollars(item.discountCents),
  paid: centsToDollars(item.paidCents),
  subsidy:
    !isPaid(order) || item.sellerId === null
      ? 0
      : centsToDollars(subsidyCents(item.priceCents + item.projectCents, item.paidCents)),
  downloads: item.downloadCount,
  project_downloads: item.projectDownloadCount,
  claim,
});

/** Who has each track now; a reservation that ran out holds nothing. */
async function claimsOf(db: EntityManager, orderId: number, items: readonly OrderItem[]) {
  const rows = await db.query<{ product_id: number; claim: AdminOrderItemView['claim'] }[]>(
    `SELECT product_id, CASE WHEN order_id <> $1 THEN 'elsewhere' WHEN state = 'sold' THEN 'sold' ELSE 'reserved' END AS claim
     FROM sale_claims WHERE product_id = ANY($2) AND state <> 'free' AND (expires_at IS NULL OR expires_at >= now())`,
    [orderId, items.map((item) => item.productId)],
  );
  return new Map(rows.map((row) => [row.product_id, row.claim]));
}
