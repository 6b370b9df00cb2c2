import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Submissions by package, and what catalog has found in each package (docs/product/review.md#sending-a-package). */
export class SentPackages1797771001000 implements MigrationInterface {
  name = 'SentPackages1797771001000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE package_copies (
        package_id int PRIMARY KEY,
        version int NOT NULL,
        user_id int NOT NULL,
        verdict text,
        fails jsonb NOT NULL DEFAULT '[]',
        has_project boolean NOT NULL DEFAULT false,
        expires_at timestamptz
      );
      CREATE INDEX package_copies_user ON package_copies (user_id);
      ALTER TABLE track_submissions ADD package_id int;
      CREATE UNIQUE INDEX track_submissions_package ON track_submissions (package_id);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE track_submissions DROP package_id; DROP TABLE package_copies');
  }
}
