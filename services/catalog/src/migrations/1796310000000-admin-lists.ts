import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the admin's lists sort and filter 10,000 tracks without sorting all of them for a page. */
export class AdminLists1796310000000 implements MigrationInterface {
  name = 'AdminLists1796310000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE INDEX products_name ON products (lower(name));
      CREATE INDEX products_category ON products (category);
      CREATE INDEX products_price ON products (price_cents);
      CREATE INDEX products_play_count ON products (play_count);
      CREATE INDEX products_created_at ON products (created_at);
      CREATE INDEX demos_name ON demos (lower(name));
      CREATE INDEX demos_category ON demos (category);
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP INDEX products_name, products_category, products_price, products_play_count, products_created_at;
      DROP INDEX demos_name, demos_category;
    `);
  }
}
