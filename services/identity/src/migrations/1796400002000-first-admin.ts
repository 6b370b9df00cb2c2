import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `first_admin` remembers that the first admin was made; a shop that has an admin, or an entry in its audit log, has made one.
 * `long_password` tells whether a password is long enough for an admin, which its hash does not.
 */
export class FirstAdmin1796400002000 implements MigrationInterface {
  name = 'FirstAdmin1796400002000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE first_admin (
        is_made boolean PRIMARY KEY DEFAULT true CHECK (is_made),
        user_id integer,
        made_at timestamptz NOT NULL DEFAULT now()
      );
      INSERT INTO first_admin (user_id)
        SELECT (SELECT min(id) FROM users WHERE is_admin)
        WHERE EXISTS (SELECT 1 FROM users WHERE is_admin) OR EXISTS (SELECT 1 FROM audit_entries);
      ALTER TABLE users ADD COLUMN long_password boolean NOT NULL DEFAULT false;
      ALTER TABLE pending_registrations ADD COLUMN long_password boolean NOT NULL DEFAULT false;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE pending_registrations DROP COLUMN long_password;
      ALTER TABLE users DROP COLUMN long_password;
      DROP TABLE first_admin;
    `);
  }
}
