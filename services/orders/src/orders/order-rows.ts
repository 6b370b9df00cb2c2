import type { CustomerInfo } from '@shop/contracts/views';
import { jsonb } from '@shop/messaging';
import { soon } from '@shop/postgres';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { HistoryWord } from './history';
import { OrderItem } from './order-item.entity';
import { Order } from './order.entity';

/** A line of an order's history. A review names its capture, and each capture has one line (`order_events_review_once`). */
type HistoryLine = { event: HistoryWord; detail: string; captureId?: string | null };

/** What a new order is made of. The database makes the rest: the id, the times, and the columns that have a default. */
export type OrderFacts = Pick<
  Order,
  | 'ref'
  | 'buyerId'
  | 'way'
  | 'subtotalCents'
  | 'discountCents'
  | 'feeCents'
  | 'totalCents'
  | 'couponId'
  | 'couponCode'
  | 'couponPercent'
  | 'termsVersion'
  | 'termsAddress'
> & { customer: CustomerInfo };

/** What an item is made of when its order is quoted. */
type ItemFacts = Omit<
  OrderItem,
  | 'orderId'
  | 'linkRevision'
  | 'downloadCount'
  | 'projectDownloadCount'
  | 'contractHash'
  | 'certificateCode'
  | 'refunded'
  | 'showsBuyer'
  | 'frozenFor'
  | 'freezeVersion'
>;

/**
 * Stores all fields of an order that can change (the columns without `update: false`) and a line of its history, with one statement.
 * It is sent together with the next one. The caller has locked the order.
 */
export function saveOrder(db: EntityManager, order: Order, { event, detail, captureId = null }: HistoryLine): Promise<unknown> {
  const columns = columnsOf(db, Order, ({ isUpdate, isPrimary }) => isUpdate && !isPrimary);
  const places = columns.map(({ databaseName }, at) => `${databaseName} = $${at + 5}`);
  return db.query(
    `WITH noted AS (INSERT INTO order_events (order_id, event, detail, capture_id) VALUES ($1, $2, $3, $4))
     UPDATE orders SET ${places.join(', ')} WHERE id = $1`,
    soon([order.id, event, detail.slice(0, 500), captureId, ...columns.map((column) => column.getEntityValue(order) as unknown)]),
  );
}

/**
 * Stores a new order with its items and the first line of its history, with one statement. Its reservation lasts `seconds`.
 * @returns both as they are stored
 */
export async function insertOrder(
  db: EntityManager,
  facts: OrderFacts,
  items: readonly ItemFacts[],
  { seconds, detail }: { seconds: number; detail: string },
): Promise<{ order: Order; items: OrderItem[] }> {
  const order = columnsOf(db, Order, ({ propertyName }) => propertyName in facts);
  const [item] = items;
  const itemColumns = columnsOf(db, OrderItem, ({ propertyName }) => item !== undefined && propertyName in item);
  const [row] = await db.query<[{ id: number; createdAt: Date; reservedUntil: Date }]>(
    `WITH made AS (
       INSERT INTO orders (${namesOf(order)}, reserved_until)
       SELECT ${namesOf(order)}, date_trunc('milliseconds', now() + make_interval(secs => $3))
       FROM jsonb_populate_record(NULL::orders, $1)
       RETURNING id, created_at, reserved_until
     ), bought AS (
       INSERT INTO order_items (order_id, ${namesOf(itemColumns)})
       SELECT made.id, ${namesOf(itemColumns, 'item.')} FROM made, jsonb_populate_recordset(NULL::order_items, $2) AS item
     ), noted AS (
       INSERT INTO order_events (order_id, event, detail) SELECT id, 'created', $4::text FROM made
     )
     SELECT id, created_at AS "createdAt", reserved_until AS "reservedUntil" FROM made`,
    [jsonb(rowOf(order, facts)), jsonb(items.map((orderItem) => rowOf(itemColumns, orderItem))), seconds, detail],
  );
  return {
    order: asStored(db, Order, { ...facts, ...row }),
    items: items.map((orderItem) => asStored(db, OrderItem, { ...orderItem, orderId: row.id })),
  };
}

const columnsOf = (db: EntityManager, entity: EntityTarget<ObjectLiteral>, isWanted: (column: ColumnMetadata) => boolean) =>
  db.dataSource.getMetadata(entity).columns.filter(isWanted);

const namesOf = (columns: readonly ColumnMetadata[], prefix = '') =>
  columns.map(({ databaseName }) => prefix + databaseName).join(', ');

const rowOf = (columns: readonly ColumnMetadata[], facts: ObjectLiteral) =>
  Object.fromEntries(columns.map(({ databaseName, propertyName }) => [databaseName, facts[propertyName] as unknown]));

/** An entity with its facts, and in the other columns the defaults that the database gives a new row. */
function asStored<Row extends ObjectLiteral>(db: EntityManager, entity: EntityTarget<Row>, facts: ObjectLiteral): Row {
  const row = Object.assign(db.dataSource.getMetadata(entity).create() as Row, facts);
  for (const column of columnsOf(db, entity, ({ propertyName }) => !(propertyName in facts)))
    column.setEntityValue(row, column.default ?? null);
  return row;
}
