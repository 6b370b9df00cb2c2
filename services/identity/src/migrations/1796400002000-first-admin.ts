import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * That the first administrator was made is remembered apart from their account. A shop that has one, or whose log tells of one, has
 * made them. And of passwords, whether they are long enough for an administrator: nobody can tell from a hash.
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
