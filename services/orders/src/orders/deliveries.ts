import type { DataOf, MailSent } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { soon } from '@shop/postgres';
import type { EntityManager } from 'typeorm';
import { itemName, type LastDownloads } from './links';

/** The mails about an order that go to its buyer alone, by their kind. */
const BUYER_MAILS: Record<string, string> = {
  order: 'Download links and contract',
  'invoice-issued': 'Invoice or credit note',
  refund: 'Refund',
};

/** Notes one use of a link, in the transaction that counts it. It is sent with the next statement. */
export const noteDownload = (db: EntityManager, link: { orderId: number; productId: number; project: boolean }) =>
  db.query(
    'INSERT INTO order_deliveries (order_id, product_id, project) VALUES ($1, $2, $3)',
    soon([link.orderId, link.productId, link.project]),
  );

/** Notes that the mail server took a mail to the buyer of an order, once; nobody knows whether it was read. */
export async function noteDeliveryWhenMailSent(
  { db, cause }: Tx,
  { mailId, kind, concerns }: DataOf<typeof MailSent>,
): Promise<void> {
  const [orderId, ...furtherIds] = concerns.order ?? [];
  if (orderId === undefined || furtherIds.length > 0 || !(kind in BUYER_MAILS)) return;
  await db.query(
    `INSERT INTO order_deliveries (order_id, mail_id, mail_kind, at)
     SELECT id, $2, $3, coalesce($4::timestamptz, now()) FROM orders WHERE id = $1
     ON CONFLICT (mail_id) DO NOTHING`,
    [orderId, mailId, kind, cause?.occurredAt ?? null],
  );
}

/** When the links of these orders were used last. Uses from before the log was kept are counted with the items alone. */
export async function lastDownloadsOf(db: EntityManager, orderIds: readonly number[]): Promise<LastDownloads> {
  if (orderIds.length === 0) return new Map();
  const rows = await db.query<{ orderId: number; productId: number; project: boolean; at: Date }[]>(
    `SELECT order_id AS "orderId", product_id AS "productId", project, max(at) AS at FROM order_deliveries
     WHERE order_id = ANY($1) AND product_id IS NOT NULL GROUP BY order_id, product_id, project`,
    [orderIds],
  );
  return new Map(rows.map(({ orderId, productId, project, at }) => [`${orderId}/${itemName(productId, project)}`, at]));
}

/** How many downloads of an order are listed, the newest. */
const MOST = 200;

type Delivery = { at: Date; text: string };

/** The newest downloads of an order and the mails to its buyer, each with its time, oldest first. */
export async function deliveriesOf(db: EntityManager, orderId: number): Promise<{ downloads: Delivery[]; mails: Delivery[] }> {
  const downloads = await db.query<{ at: Date; name: string; project: boolean }[]>(
    `SELECT * FROM (
       SELECT delivery.id, at, name, project FROM order_deliveries delivery JOIN order_items USING (order_id, product_id)
       WHERE order_id = $1 ORDER BY delivery.id DESC LIMIT ${MOST}
     ) newest ORDER BY id`,
    [orderId],
  );
  const mails = await db.query<{ at: Date; kind: string }[]>(
    'SELECT at, mail_kind AS kind FROM order_deliveries WHERE order_id = $1 AND mail_id IS NOT NULL ORDER BY id',
    [orderId],
  );
  return {
    downloads: downloads.map(({ at, name, project }) => ({ at, text: project ? `${name}, the project` : name })),
    mails: mails.map(({ at, kind }) => ({ at, text: BUYER_MAILS[kind] ?? kind })),
  };
}
