import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The span that an event was announced in: what it starts elsewhere goes on with the same trace. */
export class KitTrace1797200000000 implements MigrationInterface {
  name = 'KitTrace1797200000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE outbox ADD COLUMN traceparent text');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE outbox DROP COLUMN traceparent');
  }
}
