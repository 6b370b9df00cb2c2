import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each new entry asks whether its accounts were erased, in a timeline of millions of entries. */
export class ErasedAccountsFound1797720000000 implements MigrationInterface {
  name = 'ErasedAccountsFound1797720000000';

  async up(db: QueryRunner) {
    await db.query(
      `CREATE INDEX timeline_erased ON timeline ((document -> 'subjects' ->> 0)) WHERE document ->> 'type' = 'identity.user-deleted'`,
    );
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX timeline_erased');
  }
}
