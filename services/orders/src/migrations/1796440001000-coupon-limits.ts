import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who may use a coupon, how often, and from what sum on. The orders themselves say whether a use is taken. */
export class CouponLimits1796440001000 implements MigrationInterface {
  name = 'CouponLimits1796440001000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE coupons
        ADD COLUMN max_uses int CHECK (max_uses > 0),
        ADD COLUMN once_per_buyer boolean NOT NULL DEFAULT false,
        ADD COLUMN first_order_only boolean NOT NULL DEFAULT false,
        ADD COLUMN min_total_cents int CHECK (min_total_cents > 0);
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE coupons DROP COLUMN max_uses, DROP COLUMN once_per_buyer, DROP COLUMN first_order_only, DROP COLUMN min_total_cents;
    `);
  }
}
