import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Typed addresses that differ from the account's. Mails to one are held until its owner has opened a link. */
export class ContactAddresses1796540000000 implements MigrationInterface {
  name = 'ContactAddresses1796540000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE contact_addresses (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id integer NOT NULL,
        email text NOT NULL,
        token_hash text UNIQUE,
        asked_at timestamptz,
        expires_at timestamptz NOT NULL,
        confirmed_at timestamptz,
        UNIQUE (user_id, email)
      );
      ALTER TABLE mails ADD COLUMN contact_id integer REFERENCES contact_addresses ON DELETE CASCADE;
      ALTER TABLE mails DROP CONSTRAINT mails_state_check;
      ALTER TABLE mails ADD CONSTRAINT mails_state_check CHECK (state IN ('held', 'waiting', 'sending', 'sent', 'failed'));
      CREATE INDEX mails_contact ON mails (contact_id) WHERE contact_id IS NOT NULL;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DELETE FROM mails WHERE state = 'held';
      ALTER TABLE mails DROP CONSTRAINT mails_state_check;
      ALTER TABLE mails ADD CONSTRAINT mails_state_check CHECK (state IN ('waiting', 'sending', 'sent', 'failed'));
      ALTER TABLE mails DROP COLUMN contact_id;
      DROP TABLE contact_addresses;
    `);
  }
}
