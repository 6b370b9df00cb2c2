import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A copy of a person's own data reads what admins did to the account, from a log that only grows. */
export class AuditEntriesByAccount1797730000000 implements MigrationInterface {
  name = 'AuditEntriesByAccount1797730000000';

  async up(db: QueryRunner) {
    await db.query(
      `CREATE INDEX audit_entries_account ON audit_entries (subject_id, at DESC, id DESC) WHERE subject_type = 'user'`,
    );
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX audit_entries_account');
  }
}
