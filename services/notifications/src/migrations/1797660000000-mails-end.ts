import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the code or link of a mail ends; the mail is not sent later. */
export class MailsEnd1797660000000 implements MigrationInterface {
  name = 'MailsEnd1797660000000';

  async up(db: QueryRunner) {
    await db.query('ALTER TABLE mails ADD COLUMN expires_at timestamptz');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE mails DROP COLUMN expires_at');
  }
}
