import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who was last told to have anything open, so that every two seconds only those are compared, not everybody who ever had. */
export class ToldOpenPurchases1797600001000 implements MigrationInterface {
  name = 'ToldOpenPurchases1797600001000';

  async up(db: QueryRunner) {
    await db.query('CREATE INDEX open_purchases_told ON open_purchases (user_id) WHERE holds + payments + disputes > 0');
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX open_purchases_told');
  }
}
