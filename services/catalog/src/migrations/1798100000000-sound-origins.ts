import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the sounds of a track come from, as its seller declared. Tracks of before have no declaration. */
export class SoundOrigins1798100000000 implements MigrationInterface {
  name = 'SoundOrigins1798100000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE products ADD COLUMN sound_origins jsonb');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE products DROP COLUMN sound_origins');
  }
}
