import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What freezes sold tracks, each with its end. An item says what freezes it now, and counts the changes for its events. */
export class TrackFreezes1798300010000 implements MigrationInterface {
  name = 'TrackFreezes1798300010000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE track_freezes (
        kind text NOT NULL CHECK (kind IN ('claim', 'dispute')),
        source_id text NOT NULL,
        order_id int NOT NULL,
        product_id int NOT NULL,
        frozen_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        PRIMARY KEY (kind, source_id, order_id, product_id),
        FOREIGN KEY (order_id, product_id) REFERENCES order_items ON DELETE CASCADE
      );
      CREATE INDEX track_freezes_of ON track_freezes (order_id, product_id) WHERE ended_at IS NULL;
      ALTER TABLE order_items
        ADD COLUMN frozen_for text CHECK (frozen_for IN ('claim', 'dispute')),
        ADD COLUMN freeze_version int NOT NULL DEFAULT 0;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE order_items DROP COLUMN frozen_for, DROP COLUMN freeze_version;
      DROP TABLE track_freezes;
    `);
  }
}
