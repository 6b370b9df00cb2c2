import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The dashboard reads a year of sales from the index alone. */
export class OrderStats1796300003000 implements MigrationInterface {
  name = 'OrderStats1796300003000';

  async up(db: QueryRunner) {
    await db.query(`CREATE INDEX orders_paid_at ON orders (paid_at) INCLUDE (total_cents) WHERE payment_state = 'paid'`);
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX orders_paid_at');
  }
}
