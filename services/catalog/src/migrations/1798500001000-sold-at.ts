import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a track was sold, so that its files go ten years later; null of sales that catalog heard of before, until they are announced. */
export class SoldAt1798500001000 implements MigrationInterface {
  name = 'SoldAt1798500001000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE bought_tracks ADD sold_at timestamptz;
      CREATE INDEX bought_tracks_by_product ON bought_tracks (product_id);
      CREATE INDEX bought_tracks_by_age ON bought_tracks (sold_at);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX bought_tracks_by_product; ALTER TABLE bought_tracks DROP sold_at');
  }
}
