import { soon } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { HistoryWord } from './history';
import type { Order } from './order.entity';

/**
 * Stores an order that was moved on, and the line of its history that says why, with one statement, which is
 * sent with the next one. The caller has locked it.
 */
export const keepOrder = (db: EntityManager, order: Order, event: HistoryWord, detail: string) =>
  db.query(
    `WITH noted AS (INSERT INTO order_events (order_id, event, detail) VALUES ($1, $2, $3))
     UPDATE orders SET version = $4, status = $5, payment_state = $6, closed = $7, attempt = $8, reserved_until = $9,
       next_check_at = $10, checks = $11, paid_at = $12, site_name = $13, site_time_zone = $14 WHERE id = $1`,
    soon([
      order.id,
      event,
      detail.slice(0, 500),
      order.version,
      order.status,
      order.paymentState,
      order.closed,
      order.attempt,
      order.reservedUntil,
      order.nextCheckAt,
      order.checks,
      order.paidAt,
      order.siteName,
      order.siteTimeZone,
    ]),
  );
