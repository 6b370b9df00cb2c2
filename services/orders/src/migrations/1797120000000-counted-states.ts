import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The metrics count the tracks in each state from the index alone. */
export class CountedStates1797120000000 implements MigrationInterface {
  name = 'CountedStates1797120000000';

  async up(db: QueryRunner) {
    await db.query('CREATE INDEX sale_claims_by_state ON sale_claims (state)');
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX sale_claims_by_state');
  }
}
