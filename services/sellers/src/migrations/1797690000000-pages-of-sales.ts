import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders announces its counted sales page by page; an older release sends one page. */
export class PagesOfSales1797690000000 implements MigrationInterface {
  name = 'PagesOfSales1797690000000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE ledger_comparisons
        ADD page int NOT NULL DEFAULT 0,
        ADD pages int NOT NULL DEFAULT 1,
        DROP CONSTRAINT ledger_comparisons_pkey,
        ADD PRIMARY KEY (run_id, page);
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DELETE FROM ledger_comparisons WHERE page > 0;
      ALTER TABLE ledger_comparisons DROP CONSTRAINT ledger_comparisons_pkey, DROP page, DROP pages, ADD PRIMARY KEY (run_id);
    `);
  }
}
