import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the span in which an event was emitted, so that the reactions elsewhere continue the same trace. */
export class KitTrace1797200000000 implements MigrationInterface {
  name = 'KitTrace1797200000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE outbox ADD COLUMN traceparent text');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE outbox DROP COLUMN traceparent');
  }
}
