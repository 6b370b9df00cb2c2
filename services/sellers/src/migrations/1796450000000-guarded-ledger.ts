import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Only the trigger of the tables' owner writes balances: the role that adds entries has no right to write them. */
export class GuardedLedger1796450000000 implements MigrationInterface {
  name = 'GuardedLedger1796450000000';

  async up(db: QueryRunner) {
    await db.query('ALTER FUNCTION ledger_keeps_balances() SECURITY DEFINER SET search_path = public, pg_temp');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER FUNCTION ledger_keeps_balances() SECURITY INVOKER RESET search_path');
  }
}
