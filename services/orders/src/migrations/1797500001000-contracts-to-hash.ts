import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the paid orders that wait for the hashes of their contracts without reading every sale. */
export class ContractsToHash1797500001000 implements MigrationInterface {
  name = 'ContractsToHash1797500001000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE orders ADD COLUMN contracts_hashed boolean NOT NULL DEFAULT false');
    await db.query(
      `UPDATE orders SET contracts_hashed = true WHERE payment_state = 'paid'
         AND NOT EXISTS (SELECT 1 FROM order_items WHERE order_id = orders.id AND contract_hash IS NULL)`,
    );
    await db.query(`CREATE INDEX orders_to_hash ON orders (id) WHERE payment_state = 'paid' AND NOT contracts_hashed`);
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX orders_to_hash');
    await db.query('ALTER TABLE orders DROP COLUMN contracts_hashed');
  }
}
