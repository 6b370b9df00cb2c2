import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a track is heard and known by, so that its buyer can play it. Tracks that were announced or bought before have none. */
export class Sounds1797830000000 implements MigrationInterface {
  name = 'Sounds1797830000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE product_copies ADD COLUMN sound jsonb');
    await db.query('ALTER TABLE order_items ADD COLUMN sound jsonb');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE order_items DROP COLUMN sound');
    await db.query('ALTER TABLE product_copies DROP COLUMN sound');
  }
}
