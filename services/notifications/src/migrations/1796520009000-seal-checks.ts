import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last known seal of each journal, which the nightly report carries out of the shop. */
export class SealChecks1796520009000 implements MigrationInterface {
  name = 'SealChecks1796520009000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE seal_checks (
        journal text PRIMARY KEY,
        checked_at timestamptz NOT NULL,
        number int,
        hash text,
        findings text[] NOT NULL,
        CHECK ((number IS NULL) = (hash IS NULL))
      )
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE seal_checks');
  }
}
