import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A submission comes back to its seller for changes, keeps its earlier sendings, and gives its package back when it is
 * rejected (docs/product/review.md#changes-asked-for). */
export class AskedChanges1798125000000 implements MigrationInterface {
  name = 'AskedChanges1798125000000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE track_submissions ADD history jsonb NOT NULL DEFAULT '[]',
        DROP CONSTRAINT track_submissions_status_check,
        DROP CONSTRAINT track_submissions_check,
        ADD CONSTRAINT track_submissions_status_check
          CHECK (status IN ('submitted', 'in_review', 'changes_asked', 'approved', 'rejected', 'published')),
        ADD CONSTRAINT track_submissions_check CHECK ((status IN ('rejected', 'changes_asked')) = (reason IS NOT NULL));
      DROP INDEX track_submissions_package;
      CREATE UNIQUE INDEX track_submissions_package ON track_submissions (package_id) WHERE status <> 'rejected';
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      UPDATE track_submissions SET status = 'rejected' WHERE status = 'changes_asked';
      UPDATE track_submissions SET package_id = NULL WHERE status = 'rejected';
      DROP INDEX track_submissions_package;
      CREATE UNIQUE INDEX track_submissions_package ON track_submissions (package_id);
      ALTER TABLE track_submissions DROP history,
        DROP CONSTRAINT track_submissions_status_check,
        DROP CONSTRAINT track_submissions_check,
        ADD CONSTRAINT track_submissions_status_check
          CHECK (status IN ('submitted', 'in_review', 'approved', 'rejected', 'published')),
        ADD CONSTRAINT track_submissions_check CHECK ((status = 'rejected') = (reason IS NOT NULL));
    `);
  }
}
