import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each registration of an address gets its own row. A store name is reserved for the address while one of its rows wants it. */
export class RegistrationsOfTheirOwn1796400001000 implements MigrationInterface {
  name = 'RegistrationsOfTheirOwn1796400001000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE store_names DROP CONSTRAINT store_names_pending_email_fkey;
      ALTER TABLE pending_registrations DROP CONSTRAINT pending_registrations_pkey;
      ALTER TABLE pending_registrations ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
      ALTER TABLE pending_registrations ADD COLUMN folded_store_name text;
      UPDATE pending_registrations SET folded_store_name = store_names.folded
        FROM store_names WHERE store_names.pending_email = pending_registrations.email;
      CREATE INDEX pending_registrations_email ON pending_registrations (email);
      CREATE INDEX store_names_pending ON store_names (pending_email) WHERE pending_email IS NOT NULL;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP INDEX store_names_pending;
      DROP INDEX pending_registrations_email;
      DELETE FROM pending_registrations older USING pending_registrations newer
        WHERE older.email = newer.email AND older.id < newer.id;
      ALTER TABLE pending_registrations DROP COLUMN folded_store_name;
      ALTER TABLE pending_registrations DROP COLUMN id;
      ALTER TABLE pending_registrations ADD PRIMARY KEY (email);
      DELETE FROM store_names WHERE pending_email NOT IN (SELECT email FROM pending_registrations);
      ALTER TABLE store_names ADD CONSTRAINT store_names_pending_email_fkey
        FOREIGN KEY (pending_email) REFERENCES pending_registrations (email) ON DELETE CASCADE;
    `);
  }
}
