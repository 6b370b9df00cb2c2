import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A mail continues the trace of the event that caused it. */
export class MailsTrace1797200005000 implements MigrationInterface {
  name = 'MailsTrace1797200005000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE mails ADD COLUMN request_id text, ADD COLUMN traceparent text');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE mails DROP COLUMN request_id, DROP COLUMN traceparent');
  }
}
