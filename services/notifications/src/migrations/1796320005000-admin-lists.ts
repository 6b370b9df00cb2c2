import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the filters and orders of the admin's lists, and for the announcements that every visitor reads. */
export class AdminLists1796320005000 implements MigrationInterface {
  name = 'AdminLists1796320005000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE INDEX subscribers_status ON subscribers (is_active, id);
      CREATE INDEX subscribers_created ON subscribers (created_at, id);
      CREATE INDEX subscribers_updated ON subscribers (updated_at, id);
      CREATE INDEX announcements_active ON announcements (id) WHERE is_active;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(
      'DROP INDEX announcements_active; DROP INDEX subscribers_updated; DROP INDEX subscribers_created; DROP INDEX subscribers_status;',
    );
  }
}
