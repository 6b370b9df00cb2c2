import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The accounts that are erased: a sale that is announced after that leaves their number out. */
export class ErasedAccounts1798500011000 implements MigrationInterface {
  name = 'ErasedAccounts1798500011000';

  async up(db: QueryRunner) {
    await db.query('CREATE TABLE erased_accounts (user_id int PRIMARY KEY)');
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE erased_accounts');
  }
}
