import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sellers may send a tempo with a decimal. */
export class TempoWithDecimals1796540002000 implements MigrationInterface {
  name = 'TempoWithDecimals1796540002000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE product_copies ALTER COLUMN bpm TYPE double precision');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE product_copies ALTER COLUMN bpm TYPE int USING round(bpm)');
  }
}
