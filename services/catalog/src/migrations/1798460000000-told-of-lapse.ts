import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the maker of an unused package was told that it lapses (docs/product/packages.md#limits). */
export class ToldOfLapse1798460000000 implements MigrationInterface {
  name = 'ToldOfLapse1798460000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE packages ADD lapse_told_at timestamptz');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE packages DROP lapse_told_at');
  }
}
