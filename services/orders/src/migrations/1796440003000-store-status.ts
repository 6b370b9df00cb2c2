import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Only an active store sells. Stores that are known already count as active until they change. */
export class StoreStatus1796440003000 implements MigrationInterface {
  name = 'StoreStatus1796440003000';

  async up(db: QueryRunner) {
    await db.query(`ALTER TABLE stores ADD COLUMN status text NOT NULL DEFAULT 'active'`);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE stores DROP COLUMN status');
  }
}
