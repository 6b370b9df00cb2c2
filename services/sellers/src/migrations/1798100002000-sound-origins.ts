import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the sounds of a sent track come from, as its seller declared. Tracks that were sent before have no declaration. */
export class SoundOrigins1798100002000 implements MigrationInterface {
  name = 'SoundOrigins1798100002000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE track_submissions ADD COLUMN sound_origins jsonb');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE track_submissions DROP COLUMN sound_origins');
  }
}
