import { soon } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { HistoryWord } from './history';
import type { Order } from './order.entity';

/**
 * Stores all fields of an order that can change, and a line of its history, with one statement. It is sent together with the next
 * one. The caller has locked the order. A review names its `captureId` (`history.ts`).
 */
export const keepOrder = (db: EntityManager, order: Order, event: HistoryWord, detail: string, captureId: string | null = null) =>
  db.query(
    `WITH noted AS (INSERT INTO order_events (order_id, event, detail, capture_id) VALUES ($1, $2, $3, $4))
     UPDATE orders SET version = $5, status = $6, payment_state = $7, closed = $8, attempt = $9, reserved_until = $10,
       next_check_at = $11, checks = $12, held_capture_id = $13, review_capture_id = $14, review_amount_cents = $15, paid_at = $16,
       site_name = $17, site_time_zone = $18 WHERE id = $1`,
    soon([
      order.id,
      event,
      detail.slice(0, 500),
      captureId,
      order.version,
      order.status,
      order.paymentState,
      order.closed,
      order.attempt,
      order.reservedUntil,
      order.nextCheckAt,
      order.checks,
      order.heldCaptureId,
      order.reviewCaptureId,
      order.reviewAmountCents,
      order.paidAt,
      order.siteName,
      order.siteTimeZone,
    ]),
  );
