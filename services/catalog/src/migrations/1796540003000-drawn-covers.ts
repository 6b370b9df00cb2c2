import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the shop drew a track's cover; such a cover is drawn again when the track's facts change. */
export class DrawnCovers1796540003000 implements MigrationInterface {
  name = 'DrawnCovers1796540003000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE products ADD COLUMN cover_drawn boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE products DROP COLUMN cover_drawn');
  }
}
