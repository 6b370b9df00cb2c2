import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the sounds of a track come from, as its seller declared; an order keeps it as it was at the purchase, for the contract. */
export class SoundOrigins1798100002000 implements MigrationInterface {
  name = 'SoundOrigins1798100002000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE product_copies ADD COLUMN sound_origins jsonb');
    await db.query('ALTER TABLE order_items ADD COLUMN sound_origins jsonb');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE order_items DROP COLUMN sound_origins');
    await db.query('ALTER TABLE product_copies DROP COLUMN sound_origins');
  }
}
