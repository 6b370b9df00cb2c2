import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the admin's lists are narrowed to and ordered by, and what every visitor asks for. */
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
