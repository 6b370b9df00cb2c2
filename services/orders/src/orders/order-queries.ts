import { centsToDollars } from '@shop/contracts/pricing';
import type { ListQuery } from '@shop/contracts/forms';
import type { AdminOrderView, OrderView, Page } from '@shop/contracts/views';
import { forbidden, invalid, notFound, type Caller } from '@shop/kit';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { OrderItem } from './order-item.entity';
import { orderView } from './order-view';
import { Order } from './order.entity';

const NEWEST = 1000;

/** The order, when the caller may know of it: a stranger gets 403 for foreign and unknown ids alike (decision 55). */
export async function orderFor(db: EntityManager, caller: Caller, id: number): Promise<{ order: Order; items: OrderItem[] }> {
  const order = await db.findOneBy(Order, { id });
  if (!caller.admin && order?.buyerId !== caller.userId) throw forbidden();
  if (!order) throw notFound('order');
  return { order, items: await itemsOf(db, id) };
}

export const itemsOf = (db: EntityManager, orderId: number) =>
  db.find(OrderItem, { where: { orderId }, order: { position: 'ASC' } });

/** The buyer's own orders, newest first, without checkouts he left and that came to nothing. */
export async function buyersOrders(db: EntityManager, buyerId: number, downloadKey: string): Promise<OrderView[]> {
  const orders = await db
    .createQueryBuilder(Order, 'orders')
    .where('orders.buyerId = :buyerId', { buyerId })
    .andWhere(`NOT (orders.way = 'paypal' AND orders.paymentState = 'expired')`)
    .orderBy('orders.id', 'DESC')
    .take(NEWEST)
    .getMany();
  return withItems(db, orders, downloadKey);
}

/** Everything a user ever ordered, as admins see it. */
export async function ordersOfUser(db: EntityManager, buyerId: number, downloadKey: string): Promise<OrderView[]> {
  const orders = await db.find(Order, { where: { buyerId }, order: { id: 'DESC' }, take: NEWEST });
  return withItems(db, orders, downloadKey);
}

const SORTS: Record<string, string> = {
  id: 'orders.id',
  created_at: 'orders.createdAt',
  total_price: 'orders.totalCents',
  status: 'orders.status',
  payment_state: 'orders.paymentState',
};

/** All orders for the admin's list; without `page` the newest 1,000 (decisions 31, 62). `sort` is a field, `-` before it turns it round. */
export async function listOrders(db: EntityManager, query: ListQuery, downloadKey: string): Promise<Page<OrderView>> {
  const [, minus, field] = /^(-?)(\w+)$/.exec(query.sort ?? '-id') ?? [];
  const column = SORTS[field ?? ''];
  if (!column) throw invalid('sort', `Sort by one of ${Object.keys(SORTS).join(', ')}`);

  const page = query.page ?? 1;
  const limit = query.page === undefined ? NEWEST : query.limit;
  const [orders, total] = await matching(db.createQueryBuilder(Order, 'orders'), query.q)
    .orderBy({ [column]: minus ? 'DESC' : 'ASC', ...(column === 'orders.id' ? {} : { 'orders.id': 'DESC' }) })
    .skip((page - 1) * limit)
    .take(limit)
    .getManyAndCount();
  return {
    success: true,
    data: await withItems(db, orders, downloadKey),
    pagination: { page, limit, total, totalPages: Math.max(1, Math.ceil(total / limit)) },
  };
}

/** By number, buyer, coupon, status or track name. */
function matching(orders: SelectQueryBuilder<Order>, q: string | undefined) {
  if (!q) return orders;
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return orders.where(
    `(orders.id::text = :q OR orders.customer->>'email' ILIKE :like OR orders.coupon_code ILIKE :like
      OR concat_ws(' ', orders.customer->>'firstName', orders.customer->>'lastName') ILIKE :like
      OR orders.status ILIKE :like OR orders.payment_state ILIKE :like
      OR EXISTS (SELECT 1 FROM order_items item WHERE item.order_id = orders.id AND item.name ILIKE :like))`,
    { q, like },
  );
}

async function withItems(db: EntityManager, orders: readonly Order[], downloadKey: string): Promise<OrderView[]> {
  const items = await db
    .createQueryBuilder(OrderItem, 'item')
    .where('item.orderId = ANY(:ids)', { ids: orders.map((order) => order.id) })
    .orderBy('item.position')
    .getMany();
  const byOrder = new Map<number, OrderItem[]>();
  for (const item of items) byOrder.set(item.orderId, [...(byOrder.get(item.orderId) ?? []), item]);
  return orders.map((order) => orderView(order, byOrder.get(order.id) ?? [], downloadKey));
}

/** What an admin sees besides: the payment, PayPal's id, the history and the account. */
export async function adminOrderView(db: EntityManager, order: Order, downloadKey: string): Promise<AdminOrderView> {
  const payments = await db.query<{ method: string; reference: string; amount_cents: number; captured_at: Date }[]>(
    'SELECT method, reference, amount_cents, captured_at FROM payments WHERE order_id = $1',
    [order.id],
  );
  const history = await db.query<{ at: Date; event: string; detail: string | null }[]>(
    'SELECT at, event, detail FROM order_events WHERE order_id = $1 ORDER BY id',
    [order.id],
  );
  const users = await db.query<NonNullable<AdminOrderView['user']>[]>(
    'SELECT user_id AS id, name, last_name, email FROM buyers WHERE user_id = $1 AND NOT deleted',
    [order.buyerId],
  );
  const [payment] = payments;
  return {
    ...orderView(order, await itemsOf(db, order.id), downloadKey),
    payment: payment
      ? {
          method: payment.method,
          reference: payment.reference,
          amount: centsToDollars(payment.amount_cents),
          captured_at: payment.captured_at.toISOString(),
        }
      : null,
    paypal_order_id: order.paypalOrderId,
    history: history.map((line) => ({ ...line, at: line.at.toISOString() })),
    user: users[0] ?? null,
  };
}
