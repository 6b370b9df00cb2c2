import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many rows broke each invariant at the last check across the services. */
export class InvariantChecks1797110000000 implements MigrationInterface {
  name = 'InvariantChecks1797110000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE invariant_checks (
        invariant text PRIMARY KEY,
        violations int NOT NULL,
        checked_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE invariant_checks');
  }
}
