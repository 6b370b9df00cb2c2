import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether an admin was mailed that their account stays; `postponed` remembers the mail that something is open. */
export class ToldAdministrators1797620000000 implements MigrationInterface {
  name = 'ToldAdministrators1797620000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE account_deletions ADD COLUMN told_administrator boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE account_deletions DROP COLUMN told_administrator');
  }
}
