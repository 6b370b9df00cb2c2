import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProductSubmissions1796310500000 implements MigrationInterface {
  name = 'ProductSubmissions1796310500000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE products ADD COLUMN submission_id int;
      CREATE UNIQUE INDEX products_submission ON products (submission_id) WHERE NOT removed;
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE products DROP COLUMN submission_id;');
  }
}
