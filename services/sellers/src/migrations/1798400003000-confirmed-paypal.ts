import type { MigrationInterface, QueryRunner } from 'typeorm';

/** PayPal addresses that their sellers confirm by a mailed link. What an account has as its own address is confirmed. */
export class ConfirmedPaypal1798400003000 implements MigrationInterface {
  name = 'ConfirmedPaypal1798400003000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE sellers
        -- the address that was confirmed; it holds while the store is paid to it
        ADD COLUMN confirmed_paypal text,
        ADD COLUMN paypal_link_hash text UNIQUE,
        ADD COLUMN paypal_link_until timestamptz;
      UPDATE sellers SET confirmed_paypal = paypal_email FROM user_copies owner
        WHERE owner.user_id = sellers.user_id AND NOT owner.deleted AND lower(owner.email) = lower(paypal_email);
    `);
  }

  async down(db: QueryRunner) {
    await db.query(
      'ALTER TABLE sellers DROP COLUMN confirmed_paypal, DROP COLUMN paypal_link_hash, DROP COLUMN paypal_link_until',
    );
  }
}
