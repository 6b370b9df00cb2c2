import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Balances are written by the owner's trigger alone: who adds entries has no right to them. */
export class GuardedLedger1796450000000 implements MigrationInterface {
  name = 'GuardedLedger1796450000000';

  async up(db: QueryRunner) {
    await db.query('ALTER FUNCTION ledger_keeps_balances() SECURITY DEFINER SET search_path = public, pg_temp');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER FUNCTION ledger_keeps_balances() SECURITY INVOKER RESET search_path');
  }
}
