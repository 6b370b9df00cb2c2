import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Moves the capture that PayPal holds from the text of the order's history to a column. */
export class HeldCaptures1797610000000 implements MigrationInterface {
  name = 'HeldCaptures1797610000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE orders ADD COLUMN held_capture_id text');
    await db.query(`
      UPDATE orders SET held_capture_id = (
        SELECT substring(detail FROM '^PayPal reviews capture (.+)$') FROM order_events
        WHERE order_id = orders.id AND event = 'pending' ORDER BY id DESC LIMIT 1)
      WHERE payment_state = 'pending'
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE orders DROP COLUMN held_capture_id');
  }
}
