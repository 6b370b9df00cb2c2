import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The changed tracks of each version of the list, so that a search reads only those (docs/decisions/0029-search-in-memory.md). */
export class ProductChanges1797420000000 implements MigrationInterface {
  name = 'ProductChanges1797420000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE product_changes (
        version bigint NOT NULL,
        product_id int NOT NULL,
        PRIMARY KEY (version, product_id)
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE product_changes');
  }
}
