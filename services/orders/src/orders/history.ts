import type { EntityManager } from 'typeorm';

export type HistoryWord =
  | 'created'
  | 'capture sent'
  | 'declined'
  | 'pending'
  | 'paid'
  | 'review'
  | 'expired'
  | 'replaced'
  | 'restored'
  | 'status'
  | 'refunded'
  | 'refund asked'
  | 'refund failed'
  | 'partly refunded'
  | 'too much refunded'
  | 'other payment refunded'
  | 'resent'
  | 'released';

/** Adds a line to an order's history. A review names its capture, and each capture has one line (`order_events_review_once`). */
export const note = (
  db: EntityManager,
  orderId: number,
  event: HistoryWord,
  detail: string | null = null,
  captureId: string | null = null,
) =>
  db.query('INSERT INTO order_events (order_id, event, detail, capture_id) VALUES ($1, $2, $3, $4)', [
    orderId,
    event,
    detail?.slice(0, 500) ?? null,
    captureId,
  ]);
