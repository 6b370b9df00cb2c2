import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sellers send tempos with a decimal. */
export class TempoWithDecimals1796540001000 implements MigrationInterface {
  name = 'TempoWithDecimals1796540001000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE products ALTER COLUMN bpm TYPE double precision');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE products ALTER COLUMN bpm TYPE int USING round(bpm)');
  }
}
