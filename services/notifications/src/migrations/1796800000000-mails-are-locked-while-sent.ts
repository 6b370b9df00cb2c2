import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A mail is locked while it is sent, so no state is needed. A mail that an older process is sending keeps its lease by time. */
export class MailsAreLockedWhileSent1796800000000 implements MigrationInterface {
  name = 'MailsAreLockedWhileSent1796800000000';

  async up(db: QueryRunner) {
    await db.query(`
      UPDATE mails SET state = 'waiting' WHERE state = 'sending';
      ALTER TABLE mails DROP CONSTRAINT mails_state_check;
      ALTER TABLE mails ADD CONSTRAINT mails_state_check CHECK (state IN ('held', 'waiting', 'sent', 'failed'));
      DROP INDEX mails_due;
      CREATE INDEX mails_due ON mails (next_try_at) WHERE state = 'waiting';
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE mails DROP CONSTRAINT mails_state_check;
      ALTER TABLE mails ADD CONSTRAINT mails_state_check CHECK (state IN ('held', 'waiting', 'sending', 'sent', 'failed'));
      DROP INDEX mails_due;
      CREATE INDEX mails_due ON mails (next_try_at) WHERE state IN ('waiting', 'sending');
    `);
  }
}
