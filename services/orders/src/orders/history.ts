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
  | 'status'
  | 'refunded'
  | 'partly refunded'
  | 'other payment refunded'
  | 'resent'
  | 'released';

/** One line of an order's history, for the admin's order page. */
export const note = (db: EntityManager, orderId: number, event: HistoryWord, detail: string | null = null) =>
  db.query('INSERT INTO order_events (order_id, event, detail) VALUES ($1, $2, $3)', [
    orderId,
    event,
    detail?.slice(0, 500) ?? null,
  ]);
