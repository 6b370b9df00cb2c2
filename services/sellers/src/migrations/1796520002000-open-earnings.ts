import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The last announcement of each store's open earnings, and a closed store's final number of sales. Every store is announced again,
 * because older releases of orders did not store whether it may sell.
 */
export class OpenEarnings1796520002000 implements MigrationInterface {
  name = 'OpenEarnings1796520002000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE open_earnings (
        seller_id int PRIMARY KEY,
        version int NOT NULL DEFAULT 1,
        owed_cents int NOT NULL,
        sales int NOT NULL
      );
      ALTER TABLE sellers ADD COLUMN settled_sales int;
      INSERT INTO outbox (id, type, data)
      SELECT gen_random_uuid(), 'sellers.store-changed', jsonb_build_object(
        'sellerId', id, 'userId', user_id, 'version', version, 'storeName', store_name, 'status', status)
      FROM sellers WHERE deleted_at IS NULL ORDER BY id;
      INSERT INTO outbox (id, type, data)
      SELECT gen_random_uuid(), 'sellers.store-closed', jsonb_build_object('sellerId', id, 'userId', user_id, 'version', version)
      FROM sellers WHERE deleted_at IS NOT NULL ORDER BY id;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE sellers DROP COLUMN settled_sales;
      DROP TABLE open_earnings;
    `);
  }
}
