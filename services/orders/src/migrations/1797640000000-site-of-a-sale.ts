import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The shop's name and time zone at the sale, which its contracts state. Older sales use the configuration. */
export class SiteOfASale1797640000000 implements MigrationInterface {
  name = 'SiteOfASale1797640000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE orders ADD COLUMN site_name text, ADD COLUMN site_time_zone text');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE orders DROP COLUMN site_name, DROP COLUMN site_time_zone');
  }
}
