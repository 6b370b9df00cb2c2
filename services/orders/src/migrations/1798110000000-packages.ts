import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The files that the shop itself delivers for a track; an order keeps them as they were at the purchase, for the certificate. */
export class Packages1798110000000 implements MigrationInterface {
  name = 'Packages1798110000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE product_copies ADD COLUMN package jsonb');
    await db.query('ALTER TABLE order_items ADD COLUMN package jsonb');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE order_items DROP COLUMN package');
    await db.query('ALTER TABLE product_copies DROP COLUMN package');
  }
}
