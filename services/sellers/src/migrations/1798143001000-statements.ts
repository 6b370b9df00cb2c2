import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which statements sellers were told of, and the newest head of the sales log in each month. */
export class Statements1798143001000 implements MigrationInterface {
  name = 'Statements1798143001000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE statements_told (
        seller_id int NOT NULL,
        month text NOT NULL,
        told_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (seller_id, month)
      );
      CREATE TABLE log_heads_of_months (
        month text PRIMARY KEY,
        size int NOT NULL,
        root text NOT NULL
      );
      CREATE INDEX ledger_transactions_of_seller_by_time ON ledger_transactions (seller_id, occurred_at);
      -- what was booked so far is not told
      INSERT INTO statements_told (seller_id, month)
        SELECT DISTINCT seller_id, to_char(occurred_at, 'YYYY-MM') FROM ledger_transactions
        WHERE occurred_at < date_trunc('month', now()) - interval '2 days';
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP INDEX ledger_transactions_of_seller_by_time;
      DROP TABLE log_heads_of_months, statements_told;
    `);
  }
}
