import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the list be read without going through all sold tracks. */
export class TracksForSale1797420001000 implements MigrationInterface {
  name = 'TracksForSale1797420001000';

  async up(db: QueryRunner) {
    await db.query(`CREATE INDEX products_for_sale ON products (id) WHERE NOT removed AND claim <> 'sold'`);
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX products_for_sale');
  }
}
