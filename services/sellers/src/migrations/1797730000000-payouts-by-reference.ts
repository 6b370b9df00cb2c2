import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * References are compared without regard to case. The index is not unique: an older release may have recorded two that differ by case alone,
 * and the reference of a payout that was taken back is free again. The index that it replaces goes in a migration of its own, because that
 * shuts readers out.
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
