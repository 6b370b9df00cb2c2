import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which refund a claim waits for: it ends with that refund, or is decided again once it has failed. */
export class ClaimRefunds1798300050000 implements MigrationInterface {
  name = 'ClaimRefunds1798300050000';

  async up(db: QueryRunner) {
    await db.query(`
      -- the key of the last refund that was asked for it
      ALTER TABLE buyer_claims ADD COLUMN refund_key text;
      CREATE UNIQUE INDEX buyer_claims_refund ON buyer_claims (refund_key);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE buyer_claims DROP COLUMN refund_key');
  }
}
