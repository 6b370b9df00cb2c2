import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments by their time, and the captures under review, so that comparing books and hearing of a refund do not read everything ever sold. */
export class CapturesToFind1797600003000 implements MigrationInterface {
  name = 'CapturesToFind1797600003000';

  async up(db: QueryRunner) {
    await db.query('CREATE INDEX payments_by_time ON payments (captured_at)');
    await db.query('CREATE INDEX orders_by_review ON orders (review_capture_id) WHERE review_capture_id IS NOT NULL');
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX orders_by_review, payments_by_time');
  }
}
