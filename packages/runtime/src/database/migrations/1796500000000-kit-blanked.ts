import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks the sent events whose secret parts are blanked, so that pruning does not look at them again. */
export class KitBlanked1796500000000 implements MigrationInterface {
  name = 'KitBlanked1796500000000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE outbox ADD COLUMN blanked boolean NOT NULL DEFAULT false;
      CREATE INDEX outbox_unblanked ON outbox (sent_at) WHERE NOT blanked;
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE outbox DROP COLUMN blanked');
  }
}
