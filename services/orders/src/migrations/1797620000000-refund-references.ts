import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Moves the reference of a recorded refund from the text of the order's history to a column. */
export class RefundReferences1797620000000 implements MigrationInterface {
  name = 'RefundReferences1797620000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE refunds ADD COLUMN reference text');
    await db.query(`
      UPDATE refunds SET reference = (
        SELECT substring(detail FROM '^[^ ]+, (.+)$') FROM order_events
        WHERE order_id = refunds.order_id AND event = 'refunded' ORDER BY id DESC LIMIT 1)
      WHERE recorded
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE refunds DROP COLUMN reference');
  }
}
