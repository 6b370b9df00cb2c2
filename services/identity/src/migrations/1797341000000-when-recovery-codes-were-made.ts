import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When recovery codes were made. The time of older ones is unknown: they count as made long ago. */
export class WhenRecoveryCodesWereMade1797341000000 implements MigrationInterface {
  name = 'WhenRecoveryCodesWereMade1797341000000';

  async up(db: QueryRunner) {
    // The default comes afterwards, so that it holds for new rows only.
    await db.query(`
      ALTER TABLE recovery_codes ADD COLUMN made_at timestamptz;
      ALTER TABLE recovery_codes ALTER COLUMN made_at SET DEFAULT now();
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE recovery_codes DROP COLUMN made_at');
  }
}
