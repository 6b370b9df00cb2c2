import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two reasons to hold back a payout: open differences with PayPal's books, and payout details that were changed lately. */
export class PayoutGuards1796430002000 implements MigrationInterface {
  name = 'PayoutGuards1796430002000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE payout_blocks (
        difference_id int PRIMARY KEY,
        version int NOT NULL,
        order_id int,
        seller_ids int[] NOT NULL,
        open boolean NOT NULL,
        reason text NOT NULL
      );
      CREATE INDEX payout_blocks_open ON payout_blocks USING gin (seller_ids) WHERE open;

      -- one row: the newest comparison with PayPal's books
      CREATE TABLE reconciled (
        sole boolean PRIMARY KEY DEFAULT true CHECK (sole),
        run_id int NOT NULL,
        at timestamptz NOT NULL,
        reached boolean NOT NULL
      );

      ALTER TABLE sellers ADD COLUMN payout_changed_at timestamptz;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE sellers DROP COLUMN payout_changed_at;
      DROP TABLE reconciled, payout_blocks;
    `);
  }
}
