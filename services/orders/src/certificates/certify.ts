import { createHash } from 'node:crypto';
import type { CertificateChange, ChangeReason } from '@shop/contracts/constants';
import { soon } from '@shop/postgres';
import type { EntityManager } from 'typeorm';
import type { OrderItem } from '../orders/order-item.entity';
import type { Order } from '../orders/order.entity';
import { newCode, newSalt } from './certificate';

/** RFC 6962: the root of a log without entries. */
const EMPTY_ROOT = createHash('sha256').digest('base64');

/**
 * Makes the certificates of an order in the transaction of its sale, and gives each item its code. Their texts follow once the
 * contracts are drawn (`log-sales.ts`), because they state their hashes.
 * @returns the newest head of the sales log, which the contracts state
 */
export async function certify(db: EntityManager, items: readonly OrderItem[]): Promise<Pick<Order, 'logSize' | 'logRoot'>> {
  for (const item of items) item.certificateCode = newCode();
  const [head] = await db.query<{ size: number; root: string }[]>(
    `WITH sold AS (SELECT * FROM unnest($1::int[], $2::int[], $3::text[], $4::text[]) AS sold (order_id, product_id, code, salt)),
       coded AS (
         UPDATE order_items AS item SET certificate_code = code FROM sold
         WHERE item.order_id = sold.order_id AND item.product_id = sold.product_id),
       made AS (INSERT INTO certificates (order_id, product_id, salt) SELECT order_id, product_id, salt FROM sold)
     ${NEWEST_HEAD}`,
    [
      items.map(({ orderId }) => orderId),
      items.map(({ productId }) => productId),
      items.map(({ certificateCode }) => certificateCode),
      items.map(newSalt),
    ],
  );
  return { logSize: head?.size ?? 0, logRoot: head?.root ?? EMPTY_ROOT };
}

/** The newest head of the sales log, as papers and mails state it: its size, and its root in base64. */
export async function newestHeadStated(db: EntityManager): Promise<{ size: number; root: string }> {
  const [head] = await db.query<{ size: number; root: string }[]>(NEWEST_HEAD);
  return head ?? { size: 0, root: EMPTY_ROOT };
}

const NEWEST_HEAD = `SELECT size::int, encode(root, 'base64') AS root FROM log_heads ORDER BY log_heads.size DESC LIMIT 1`;

/** Changes the certificates of an order's tracks. Each change becomes a leaf of the sales log. */
export const changeCertificates = (
  db: EntityManager,
  orderId: number,
  { change, reason }: { change: CertificateChange; reason: ChangeReason },
): Promise<unknown> =>
  db.query(
    `INSERT INTO certificate_changes (order_id, product_id, kind, reason)
     SELECT order_id, product_id, $2, $3 FROM certificates WHERE order_id = $1`,
    soon([orderId, change, reason]),
  );
