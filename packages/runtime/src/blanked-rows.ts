import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which sent events have lost what is not to be kept: what is done is not looked at again. */
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
