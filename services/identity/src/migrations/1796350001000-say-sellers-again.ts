import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sellers keeps copies of the owners of its stores. This announces owners of older stores again; nobody is mailed. */
export class SaySellersAgain1796350001000 implements MigrationInterface {
  name = 'SaySellersAgain1796350001000';

  async up(db: QueryRunner) {
    await db.query(`
      INSERT INTO outbox (id, type, data)
      SELECT gen_random_uuid(), 'identity.user-changed', jsonb_build_object(
        'userId', id, 'version', version, 'name', name, 'lastName', last_name, 'email', email, 'country', country,
        'isAdmin', is_admin, 'previousEmail', NULL, 'passwordChanged', false)
      FROM users WHERE is_seller AND deleted_at IS NULL ORDER BY id
    `);
  }

  async down() {
    // Sent announcements cannot be taken back.
  }
}
