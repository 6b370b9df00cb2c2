import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A submission takes a package (docs/product/packages.md); the service of sellers copies what was found in it, by version. */
export class UsedPackages1797771000000 implements MigrationInterface {
  name = 'UsedPackages1797771000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE packages ADD version int NOT NULL DEFAULT 1, ADD submission_id int');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE packages DROP version, DROP submission_id');
  }
}
