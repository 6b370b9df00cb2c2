import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A task looks up the open earnings of stores every two seconds: their held tracks, among all that were ever held or sold. */
export class HeldTracks1797730001000 implements MigrationInterface {
  name = 'HeldTracks1797730001000';

  async up(db: QueryRunner) {
    await db.query('CREATE INDEX sold_tracks_held ON sold_tracks (product_id) WHERE held');
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX sold_tracks_held');
  }
}
