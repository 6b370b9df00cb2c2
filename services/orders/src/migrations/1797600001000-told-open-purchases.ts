import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the buyers last announced with open purchases, so that a turn every two seconds compares only these. */
export class ToldOpenPurchases1797600001000 implements MigrationInterface {
  name = 'ToldOpenPurchases1797600001000';

  async up(db: QueryRunner) {
    await db.query('CREATE INDEX open_purchases_told ON open_purchases (user_id) WHERE holds + payments + disputes > 0');
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX open_purchases_told');
  }
}
