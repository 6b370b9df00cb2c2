import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets comparisons of books and refunds find payments by time and captures under review without reading every sale. */
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
