import type { MigrationInterface, QueryRunner } from 'typeorm';

/** States of service requests, and indexes for the lists of the admin area. */
export class Administration1796310000000 implements MigrationInterface {
  name = 'Administration1796310000000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE service_requests
        ADD COLUMN state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'answered', 'closed'));
      CREATE INDEX orders_by_status ON orders (status, id);
      CREATE INDEX orders_by_payment_state ON orders (payment_state, id);
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP INDEX orders_by_payment_state, orders_by_status;
      ALTER TABLE service_requests DROP COLUMN state;
    `);
  }
}
