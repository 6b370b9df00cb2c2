import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccountDeletions1796500001000 implements MigrationInterface {
  name = 'AccountDeletions1796500001000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE account_deletions (
        user_id integer PRIMARY KEY REFERENCES users (id),
        asked_at timestamptz NOT NULL DEFAULT now(),
        erase_at timestamptz NOT NULL,
        -- the owner was told that something had been opened meanwhile
        postponed boolean NOT NULL DEFAULT false
      );
      CREATE INDEX account_deletions_due ON account_deletions (erase_at);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE account_deletions');
  }
}
