import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * References are compared without regard to case. The index is not unique: an older release may have recorded two that differ by
 * case alone, and the reference of a reversed payout is free again. A migration of its own drops the old index, because that shuts
 * readers out.
 */
export class PayoutsByReference1797730000000 implements MigrationInterface {
  name = 'PayoutsByReference1797730000000';

  async up(db: QueryRunner) {
    await db.query(
      `CREATE INDEX ledger_transactions_reference ON ledger_transactions (method, lower(reference)) WHERE kind = 'payout'`,
    );
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX ledger_transactions_reference');
  }
}
