import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every existing admin becomes an owner. `is_admin` follows from the role. */
export class AdminRoles1796410001000 implements MigrationInterface {
  name = 'AdminRoles1796410001000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE users ADD COLUMN admin_role text
        CHECK (admin_role IN ('owner', 'catalogue', 'support', 'finance', 'viewer'));
      UPDATE users SET admin_role = 'owner' WHERE is_admin;
      ALTER TABLE users DROP COLUMN is_admin;
      ALTER TABLE users ADD COLUMN is_admin boolean NOT NULL GENERATED ALWAYS AS (admin_role IS NOT NULL) STORED;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE users DROP COLUMN is_admin;
      ALTER TABLE users ADD COLUMN is_admin boolean NOT NULL DEFAULT false;
      UPDATE users SET is_admin = admin_role = 'owner' WHERE admin_role IS NOT NULL;
      ALTER TABLE users DROP COLUMN admin_role;
    `);
  }
}
