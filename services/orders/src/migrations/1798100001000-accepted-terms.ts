import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which terms the buyer accepted with an order, and from where. The text of before, and of orders that an
 * older release makes during a roll-out, is version 1. */
export class AcceptedTerms1798100001000 implements MigrationInterface {
  name = 'AcceptedTerms1798100001000';

  async up(db: QueryRunner) {
    await db.query(`ALTER TABLE orders ADD COLUMN terms_version text NOT NULL DEFAULT '1', ADD COLUMN terms_address text`);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE orders DROP COLUMN terms_version, DROP COLUMN terms_address');
  }
}
