import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has bought which track, and so may read its package (docs/product/packages.md#what-a-buyer-sees). */
export class BoughtTracks1798470002000 implements MigrationInterface {
  name = 'BoughtTracks1798470002000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE bought_tracks (
        order_id int NOT NULL,
        product_id int NOT NULL,
        buyer_id int,
        project boolean NOT NULL DEFAULT false,
        refunded text CHECK (refunded IN ('project', 'track')),
        PRIMARY KEY (order_id, product_id)
      );
      CREATE INDEX bought_tracks_by_buyer ON bought_tracks (buyer_id, product_id);
      CREATE TABLE ended_orders (
        order_id int PRIMARY KEY,
        revision int NOT NULL,
        ended boolean NOT NULL
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE bought_tracks; DROP TABLE ended_orders');
  }
}
