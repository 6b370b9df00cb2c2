import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A package whose seller was asked for changes may change again (docs/product/packages.md#sent-for-review). */
export class CorrectedPackages1798125001000 implements MigrationInterface {
  name = 'CorrectedPackages1798125001000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE packages ADD changes_asked boolean NOT NULL DEFAULT false,
        ADD submission_version int NOT NULL DEFAULT 0;
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE packages DROP changes_asked, DROP submission_version');
  }
}
