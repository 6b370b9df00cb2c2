import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The amount of a capture under review, and one order for each reference of a method; repeated ones get their order's number. */
export class CapturedAmounts1796430000000 implements MigrationInterface {
  name = 'CapturedAmounts1796430000000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE orders ADD COLUMN review_amount_cents int;
      UPDATE payments SET reference = reference || ' (order ' || order_id || ')'
      WHERE EXISTS (SELECT 1 FROM payments older WHERE older.method = payments.method
                      AND lower(older.reference) = lower(payments.reference) AND older.order_id < payments.order_id);
      CREATE UNIQUE INDEX payments_by_reference ON payments (method, lower(reference));
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP INDEX payments_by_reference;
      ALTER TABLE orders DROP COLUMN review_amount_cents;
    `);
  }
}
