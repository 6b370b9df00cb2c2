import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From where a seller accepted the offer agreement. */
export class OfferAddress1798100000000 implements MigrationInterface {
  name = 'OfferAddress1798100000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE sellers ADD COLUMN offer_address text');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE sellers DROP COLUMN offer_address');
  }
}
