import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Suspension has a version of its own, because its events come independently of those about name and address. */
export class SuspendedBuyers1796410003000 implements MigrationInterface {
  name = 'SuspendedBuyers1796410003000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE buyers ADD COLUMN suspended boolean NOT NULL DEFAULT false, ADD COLUMN suspension_version int NOT NULL DEFAULT 0;
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE buyers DROP COLUMN suspended, DROP COLUMN suspension_version');
  }
}
