import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identity documents, copies of the owners of stores, and held and unsold tracks. */
export class Stores1796340000000 implements MigrationInterface {
  name = 'Stores1796340000000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE sellers ADD COLUMN offer_version text, ADD COLUMN verification_uploaded_at timestamptz;
      UPDATE sellers SET offer_version = '1.0' WHERE offer_accepted_at IS NOT NULL;
      CREATE INDEX sellers_status ON sellers (status, verification_uploaded_at) WHERE deleted_at IS NULL;

      CREATE TABLE user_copies (
        user_id integer PRIMARY KEY,
        version int NOT NULL,
        name text NOT NULL,
        last_name text NOT NULL,
        email text NOT NULL,
        country text NOT NULL,
        deleted boolean NOT NULL DEFAULT false
      );

      CREATE TABLE stray_documents (key text PRIMARY KEY, remove_after timestamptz NOT NULL);

      ALTER TABLE product_copies ADD COLUMN unsold_told_at timestamptz;
      CREATE INDEX product_copies_age ON product_copies (created_at) WHERE seller_id IS NOT NULL AND NOT removed;
      ALTER TABLE sold_tracks ADD COLUMN held boolean NOT NULL DEFAULT false;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE sold_tracks DROP COLUMN held;
      DROP INDEX product_copies_age;
      ALTER TABLE product_copies DROP COLUMN unsold_told_at;
      DROP TABLE stray_documents, user_copies;
      DROP INDEX sellers_status;
      ALTER TABLE sellers DROP COLUMN offer_version, DROP COLUMN verification_uploaded_at;
    `);
  }
}
