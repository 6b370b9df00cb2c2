import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drops the index of references by case, which another has replaced. */
export class ReferencesWithoutCase1797730002000 implements MigrationInterface {
  name = 'ReferencesWithoutCase1797730002000';

  async up(db: QueryRunner) {
    await db.query('DROP INDEX ledger_transactions_payment');
  }

  async down(db: QueryRunner) {
    await db.query(`CREATE INDEX ledger_transactions_payment ON ledger_transactions (method, reference) WHERE kind = 'payout'`);
  }
}
