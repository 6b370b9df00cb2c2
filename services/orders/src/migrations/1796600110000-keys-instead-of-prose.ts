import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns for two facts that stood in texts: the capture that a review is about, and whether an admin recorded a refund. */
export class KeysInsteadOfProse1796600110000 implements MigrationInterface {
  name = 'KeysInsteadOfProse1796600110000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE order_events ADD COLUMN capture_id text;
      UPDATE order_events SET capture_id = substring(detail FROM '\\(([^()]+)\\)$')
      WHERE id IN (SELECT min(id) FROM order_events WHERE event = 'review' GROUP BY order_id, substring(detail FROM '\\(([^()]+)\\)$'));
      CREATE UNIQUE INDEX order_events_review_once ON order_events (order_id, capture_id) WHERE event = 'review';

      ALTER TABLE refunds ADD COLUMN recorded boolean NOT NULL DEFAULT false;
      UPDATE refunds SET recorded = true WHERE starts_with(refund_id, 'recorded-');
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE refunds DROP COLUMN recorded;
      DROP INDEX order_events_review_once;
      ALTER TABLE order_events DROP COLUMN capture_id;
    `);
  }
}
