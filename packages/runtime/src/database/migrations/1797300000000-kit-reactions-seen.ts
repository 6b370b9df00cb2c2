import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records when a replica last named a reaction, for roll-outs (docs/decisions/0037-two-releases-one-queue.md). */
export class KitReactionsSeen1797300000000 implements MigrationInterface {
  name = 'KitReactionsSeen1797300000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE reactions ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE reactions DROP COLUMN seen_at');
  }
}
