import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A track takes a package, which then delivers it, and catalog hears which links of an order have ended
 * (docs/product/packages.md#a-package-on-sale). What everybody may know of the files stands on the track, because they no longer change.
 */
export class PackagesOfProducts1798110000000 implements MigrationInterface {
  name = 'PackagesOfProducts1798110000000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE packages ADD published boolean NOT NULL DEFAULT false;
      ALTER TABLE products ADD package_id int UNIQUE REFERENCES packages ON DELETE SET NULL, ADD files jsonb;
      CREATE TABLE revoked_links (
        order_id int PRIMARY KEY,
        revision int NOT NULL,
        revoked_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TABLE revoked_links;
      ALTER TABLE products DROP package_id, DROP files;
      ALTER TABLE packages DROP published;
    `);
  }
}
