import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The reason for a store's status, and when its identity document was refused. */
export class DocumentRefusals1796370000000 implements MigrationInterface {
  name = 'DocumentRefusals1796370000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE sellers ADD COLUMN verification_refused_at timestamptz, ADD COLUMN status_reason text');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE sellers DROP COLUMN status_reason, DROP COLUMN verification_refused_at');
  }
}
