import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The last announcement of each buyer's open purchases, and which closed stores have no payment under way. The status of stores
 * heard of earlier is unknown: they sell again once sellers has announced all stores again.
 */
export class OpenPurchases1796520001000 implements MigrationInterface {
  name = 'OpenPurchases1796520001000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE open_purchases (
        user_id int PRIMARY KEY,
        version int NOT NULL DEFAULT 1,
        holds int NOT NULL,
        payments int NOT NULL,
        disputes int NOT NULL
      );
      CREATE INDEX orders_open ON orders (buyer_id) WHERE payment_state IN ('created', 'capturing', 'pending', 'review');
      CREATE INDEX order_items_of_seller ON order_items (seller_id) WHERE seller_id IS NOT NULL;
      ALTER TABLE stores ADD COLUMN settled boolean NOT NULL DEFAULT false;
      ALTER TABLE stores ALTER COLUMN status DROP DEFAULT;
      UPDATE stores SET status = 'unknown', version = 0;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      UPDATE stores SET status = 'active' WHERE status = 'unknown';
      ALTER TABLE stores ALTER COLUMN status SET DEFAULT 'active';
      ALTER TABLE stores DROP COLUMN settled;
      DROP INDEX order_items_of_seller, orders_open;
      DROP TABLE open_purchases;
    `);
  }
}
