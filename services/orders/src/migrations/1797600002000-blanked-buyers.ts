import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks the buyers whose orders are blanked, so that blanking does not read every deleted account. */
export class BlankedBuyers1797600002000 implements MigrationInterface {
  name = 'BlankedBuyers1797600002000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE buyers ADD COLUMN blanked boolean NOT NULL DEFAULT false');
    await db.query('CREATE INDEX buyers_to_blank ON buyers (user_id) WHERE deleted AND NOT blanked');
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX buyers_to_blank');
    await db.query('ALTER TABLE buyers DROP COLUMN blanked');
  }
}
