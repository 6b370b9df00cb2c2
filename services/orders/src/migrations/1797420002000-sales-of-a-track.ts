import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a purchase find the stores that it locks without reading every sale. */
export class SalesOfATrack1797420002000 implements MigrationInterface {
  name = 'SalesOfATrack1797420002000';

  async up(db: QueryRunner) {
    await db.query('CREATE INDEX order_items_of_product ON order_items (product_id)');
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX order_items_of_product');
  }
}
