import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a subscriber was confirmed: an address that nobody confirmed is deleted after a while. */
export class ConfirmedSubscribers1797660001000 implements MigrationInterface {
  name = 'ConfirmedSubscribers1797660001000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE subscribers ADD COLUMN confirmed_at timestamptz;
      UPDATE subscribers SET confirmed_at = updated_at WHERE is_active OR confirm_token IS NULL;
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE subscribers DROP COLUMN confirmed_at');
  }
}
