import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sales that orders counted, stored until the ledger is compared with them. */
export class LedgerComparisons1797650000000 implements MigrationInterface {
  name = 'LedgerComparisons1797650000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE ledger_comparisons (
        run_id int PRIMARY KEY,
        at timestamptz NOT NULL,
        sales jsonb NOT NULL,
        kept_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE ledger_comparisons');
  }
}
