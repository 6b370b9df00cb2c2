import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sold tracks that a claim or a dispute freezes: their packages are not handed out to the order. */
export class FrozenTracks1798300020000 implements MigrationInterface {
  name = 'FrozenTracks1798300020000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE frozen_tracks (
        order_id int NOT NULL,
        product_id int NOT NULL,
        version int NOT NULL,
        frozen boolean NOT NULL,
        PRIMARY KEY (order_id, product_id)
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE frozen_tracks');
  }
}
