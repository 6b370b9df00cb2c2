import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which buyer has shown which coupon's code. */
export class CouponChecks1763900000000 implements MigrationInterface {
  name = 'CouponChecks1763900000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE coupon_checks (
        buyer_id int NOT NULL,
        coupon_id int NOT NULL REFERENCES coupons ON DELETE CASCADE,
        checked_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (buyer_id, coupon_id)
      );
      CREATE INDEX coupon_checks_of_coupon ON coupon_checks (coupon_id);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE coupon_checks');
  }
}
