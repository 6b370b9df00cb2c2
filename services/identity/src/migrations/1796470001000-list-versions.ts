import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each list counts its changes, and each entry has the number of its change, so that a tab that empties a list removes only the
 * entries it saw.
 */
export class ListVersions1796470001000 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE list_entries ADD COLUMN version int NOT NULL DEFAULT 0;
      CREATE TABLE list_versions (
        user_id integer NOT NULL REFERENCES users (id),
        list text NOT NULL CHECK (list IN ('cart', 'wishlist')),
        version int NOT NULL,
        PRIMARY KEY (user_id, list)
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE list_versions; ALTER TABLE list_entries DROP COLUMN version');
  }
}
