import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The largest head of the sales log that a mail or report has stated, which shows when the log goes back. */
export class SalesLogHead1798470005000 implements MigrationInterface {
  name = 'SalesLogHead1798470005000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE sales_log_head (
        sole boolean PRIMARY KEY CHECK (sole),
        size int NOT NULL,
        root text NOT NULL,
        read_at timestamptz NOT NULL
      )
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE sales_log_head');
  }
}
