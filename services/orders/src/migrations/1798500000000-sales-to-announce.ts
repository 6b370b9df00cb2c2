import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Catalog stores who has bought which tracks. The sales of before are announced to it once: after the roll-out, so that those are among
 * them whose capture a replica of its older release handles.
 */
export class SalesToAnnounce1798500000000 implements MigrationInterface {
  name = 'SalesToAnnounce1798500000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE sales_to_announce (
        due_at timestamptz NOT NULL,
        after_order int NOT NULL DEFAULT 0
      );
      INSERT INTO sales_to_announce (due_at) SELECT now() + interval '1 hour' WHERE EXISTS (SELECT FROM orders);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE sales_to_announce');
  }
}
