import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The upload that added a track or demo track, so that a form that is sent again adds nothing twice. */
export class Uploads1797740000000 implements MigrationInterface {
  name = 'Uploads1797740000000';

  async up(db: QueryRunner) {
    for (const table of ['products', 'demos'])
      await db.query(`
        ALTER TABLE ${table} ADD COLUMN upload uuid;
        CREATE UNIQUE INDEX ${table}_upload ON ${table} (upload) WHERE upload IS NOT NULL;
      `);
  }

  async down(db: QueryRunner) {
    for (const table of ['products', 'demos']) await db.query(`ALTER TABLE ${table} DROP COLUMN upload`);
  }
}
