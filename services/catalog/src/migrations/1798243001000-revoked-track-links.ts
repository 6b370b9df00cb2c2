import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Single tracks of an order whose older links have ended, because their money went back. */
export class RevokedTrackLinks1798243001000 implements MigrationInterface {
  name = 'RevokedTrackLinks1798243001000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE revoked_track_links (
        order_id int NOT NULL,
        product_id int NOT NULL,
        revision int NOT NULL,
        revoked_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (order_id, product_id)
      )
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE revoked_track_links');
  }
}
