import type { OrderListQuery } from '@shop/contracts/forms';
import type { OrderView, Page } from '@shop/contracts/views';
import { forbidden, notFound, type Caller } from '@shop/http';
import { rowsOf } from '@shop/messaging';
import { containing, type KeyRing, pageOf, sortedBy, windowOf } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import { invoiceLinksOf } from '../invoice-links';
import { lastDownloadsOf } from './deliveries';
import { OrderItem } from './order-item.entity';
import { orderView } from './order-view';
import { Order } from './order.entity';

const NEWEST = 1000;

/**
 * An order that the caller may see. A stranger gets 403 for foreign and unknown ids alike
 * (docs/product/wire.md#foreign-and-unknown-objects). @throws Refusal 403, 404
 */
export async function orderFor(db: EntityManager, caller: Caller, id: number): Promise<{ order: Order; items: OrderItem[] }> {
  const order = await db.findOneBy(Order, { id });
  if (!caller.admin && order?.buyerId !== caller.userId) throw forbidden();
  if (!order) throw notFound('order');
  return { order, items: await itemsOf(db, id) };
}

export const itemsOf = (db: EntityManager, orderId: number) =>
  rowsOf(db, OrderItem, 'WHERE order_id = $1 ORDER BY position', [orderId]);

/** A buyer's own orders, newest first, at most 1,000, without checkouts with PayPal that ended unpaid. */
export async function buyersOrders(db: EntityManager, buyerId: number, downloadKeys: KeyRing): Promise<OrderView[]> {
  const orders = await db
    .createQueryBuilder(Order, 'orders')
    .where('orders.buyerId = :buyerId', { buyerId })
    .andWhere(`NOT (orders.way = 'paypal' AND orders.paymentState = 'expired')`)
    .orderBy('orders.id', 'DESC')
    .take(NEWEST)
    .getMany();
  return withItems(db, orders, downloadKeys);
}

/** All orders of a buyer for admins, newest first, at most 1,000. */
export async function ordersOfUser(db: EntityManager, buyerId: number, downloadKeys: KeyRing): Promise<OrderView[]> {
  const orders = await db.find(Order, { where: { buyerId }, order: { id: 'DESC' }, take: NEWEST });
  return withItems(db, orders, downloadKeys);
}

const SORTS = {
  id: 'orders.id',
  created_at: 'orders.createdAt',
  total_price: 'orders.totalCents',
  status: 'orders.status',
  payment_state: 'orders.paymentState',
};

/**
 * All orders for the admin's list; without `page` the newest 1,000. A `-` before the field in `sort` reverses the order.
 * @throws Refusal 400 with field `sort` for an unknown order
 */
export async function listOrders(db: EntityManager, query: OrderListQuery, downloadKeys: KeyRing): Promise<Page<OrderView>> {
  const { skip, take } = windowOf(query);
  const builder = db
    .createQueryBuilder(Order, 'orders')
    .orderBy(sortedBy(query.sort, SORTS, 'orders.id'))
    .skip(skip)
    .take(take);
  if (query.status) builder.andWhere('orders.status = :status', { status: query.status });
  if (query.payment_state) builder.andWhere('orders.payment_state = :state', { state: query.payment_state });
  if (query.way) builder.andWhere('orders.way = :way', { way: query.way });
  if (query.holds)
    builder.andWhere(
      `orders.id IN (SELECT order_id FROM sale_claims WHERE product_id = :holds AND state IN ('reserved', 'capturing'))`,
      { holds: query.holds },
    );
  if (query.q) builder.andWhere(MATCHES, { number: query.q.replace(/^#/, ''), q: query.q, pattern: containing(query.q) });
  const [orders, total] = await builder.getManyAndCount();
  return pageOf(query, total, await withItems(db, orders, downloadKeys));
}

const MATCHES = `(
  orders.id::text = :number OR orders.paypal_order_id = :q
  OR concat_ws(E'\\n', orders.coupon_code, orders.status, orders.payment_state, orders.customer->>'email',
    concat_ws(' ', orders.customer->>'firstName', orders.customer->>'lastName')) ~* :pattern
  OR orders.id IN (SELECT order_id FROM order_items WHERE concat_ws(E'\\n', name, store_name) ~* :pattern)
  OR orders.id IN (SELECT order_id FROM payments WHERE capture_id = :q OR reference = :q)
)`;

async function withItems(db: EntityManager, orders: readonly Order[], downloadKeys: KeyRing): Promise<OrderView[]> {
  const items = await db
    .createQueryBuilder(OrderItem, 'item')
    .where('item.orderId = ANY(:ids)', { ids: orders.map((order) => order.id) })
    .orderBy('item.position')
    .getMany();
  const byOrder = new Map<number, OrderItem[]>();
  for (const item of items) byOrder.set(item.orderId, [...(byOrder.get(item.orderId) ?? []), item]);
  const invoices = await invoiceLinksOf(db, [...byOrder.keys()]);
  const lastDownloads = await lastDownloadsOf(db, [...byOrder.keys()]);
  const views = orders.map((order) =>
    withInvoices(orderView(order, byOrder.get(order.id) ?? [], downloadKeys, lastDownloads), invoices),
  );
  return withPackages(db, views);
}

/** The order with its invoice and credit notes, once it has one. */
function withInvoices<View extends { id: number }>(view: View, invoices: Awaited<ReturnType<typeof invoiceLinksOf>>) {
  const links = invoices.get(view.id);
  return links ? { ...view, invoices: links } : view;
}

/** An order as its buyer sees it, read anew. */
export async function buyersOrder(
  db: EntityManager,
  order: Order,
  items: OrderItem[],
  downloadKeys: KeyRing,
): Promise<OrderView> {
  const lastDownloads = await lastDownloadsOf(db, [order.id]);
  const view = withInvoices(orderView(order, items, downloadKeys, lastDownloads), await invoiceLinksOf(db, [order.id]));
  const [whole = view] = await withPackages(db, [view]);
  return whole;
}

/** The orders with the packages to which their links lead. */
async function withPackages(db: EntityManager, views: readonly OrderView[]): Promise<OrderView[]> {
  const linkedIds = views.flatMap(({ downloadLinks }) => downloadLinks.map(({ product_id }) => product_id));
  if (linkedIds.length === 0) return [...views];
  const copies = await db.query<{ productId: number; packageId: number }[]>(
    `SELECT product_id AS "productId", (package ->> 'id')::int AS "packageId" FROM product_copies
     WHERE product_id = ANY($1) AND package IS NOT NULL`,
    [linkedIds],
  );
  const packages = new Map(copies.map(({ productId, packageId }) => [productId, packageId]));
  return views.map((view) => ({
    ...view,
    products: view.products.map((product) => {
      const packageId = packages.get(product.id);
      const isDelivered = view.downloadLinks.some(({ product_id }) => product_id === product.id);
      return packageId !== undefined && isDelivered ? { ...product, package_id: packageId } : product;
    }),
  }));
}
