import type { CertificateChange, ChangeReason } from '@shop/contracts/constants';
import { soon } from '@shop/postgres';
import type { EntityManager } from 'typeorm';
import type { OrderItem } from '../orders/order-item.entity';
import type { Order } from '../orders/order.entity';
import { EMPTY_LOG, NEWEST_HEAD, type StatedHead } from '../newest-head';
import { IS_PAID } from '../payment-states';
import { newCode, newSalt } from './certificate';

/**
 * Makes the certificates of an order in the transaction of its sale, and gives each item its code. Their texts follow once the
 * contracts are drawn (`log-sales.ts`), because they state their hashes.
 * @returns the newest head of the sales log, which the contracts state
 */
export async function certify(
  db: EntityManager,
  items: readonly Pick<OrderItem, 'orderId' | 'productId' | 'certificateCode'>[],
): Promise<Pick<Order, 'logSize' | 'logRoot'>> {
  for (const item of items) item.certificateCode = newCode();
  const [head = EMPTY_LOG] = await db.query<StatedHead[]>(
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
  return { logSize: head.size, logRoot: head.root };
}

/** SQL: the certificate `cert` has ended for good, so nothing changes it any more. */
const IS_REVOKED = `EXISTS (
  SELECT 1 FROM certificate_changes WHERE order_id = cert.order_id AND product_id = cert.product_id AND kind = 'revoked')`;

/** Changes the certificates of an order's tracks. Each change becomes a leaf of the sales log. A frozen track stays suspended. */
export const changeCertificates = (
  db: EntityManager,
  orderId: number,
  { change, reason }: { change: CertificateChange; reason: ChangeReason },
): Promise<unknown> =>
  db.query(
    `INSERT INTO certificate_changes (order_id, product_id, kind, reason)
     SELECT order_id, product_id, $2, $3 FROM certificates cert JOIN order_items USING (order_id, product_id)
     WHERE order_id = $1 AND NOT ${IS_REVOKED} AND ($2 <> 'reinstated' OR frozen_for IS NULL)`,
    soon([orderId, change, reason]),
  );

/** The same for single tracks of an order. */
export const changeCertificatesOf = (
  db: EntityManager,
  orderId: number,
  productIds: readonly number[],
  { change, reason }: { change: CertificateChange; reason: ChangeReason },
): Promise<unknown> =>
  db.query(
    `INSERT INTO certificate_changes (order_id, product_id, kind, reason)
     SELECT order_id, product_id, $2, $3 FROM certificates cert WHERE order_id = $1 AND product_id = ANY($4) AND NOT ${IS_REVOKED}`,
    [orderId, change, reason, productIds],
  );

type Track = Pick<OrderItem, 'orderId' | 'productId'>;

/** SQL for the newest change of the certificate of track `$2` in order `$1`; null without one. */
const LAST_CHANGE = `(SELECT kind FROM certificate_changes WHERE order_id = $1 AND product_id = $2 ORDER BY id DESC LIMIT 1)`;

/** Suspends the certificate of one track, if it holds. */
export const suspendCertificate = (db: EntityManager, { orderId, productId }: Track, reason: ChangeReason): Promise<unknown> =>
  db.query(
    `INSERT INTO certificate_changes (order_id, product_id, kind, reason)
     SELECT order_id, product_id, 'suspended', $3 FROM certificates
     WHERE order_id = $1 AND product_id = $2 AND coalesce(${LAST_CHANGE}, 'reinstated') = 'reinstated'`,
    [orderId, productId, reason],
  );

/** Lets the certificate of one track hold again, if it is suspended and its order is paid: a review suspends it by itself. */
export const reinstateCertificate = (db: EntityManager, { orderId, productId }: Track, reason: ChangeReason): Promise<unknown> =>
  db.query(
    `INSERT INTO certificate_changes (order_id, product_id, kind, reason)
     SELECT order_id, product_id, 'reinstated', $3 FROM certificates JOIN orders ON orders.id = order_id
     WHERE order_id = $1 AND product_id = $2 AND ${IS_PAID} AND ${LAST_CHANGE} = 'suspended'`,
    [orderId, productId, reason],
  );
