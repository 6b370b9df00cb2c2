import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of address: each waits to be confirmed, and can be undone for a while afterwards. Links are stored as hashes. */
export class EmailChanges1796400004000 implements MigrationInterface {
  name = 'EmailChanges1796400004000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE email_changes (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id integer NOT NULL REFERENCES users (id),
        previous_email text NOT NULL,
        email text NOT NULL,
        confirm_hash text UNIQUE,
        expires_at timestamptz NOT NULL,
        confirmed_at timestamptz,
        undo_hash text UNIQUE,
        undo_until timestamptz
      );
      CREATE UNIQUE INDEX email_changes_pending ON email_changes (user_id) WHERE confirmed_at IS NULL;
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE email_changes');
  }
}
