import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the last try of a mail failed because of its recipient, which only the words of the reason told before. */
export class RefusedRecipients1797770000000 implements MigrationInterface {
  name = 'RefusedRecipients1797770000000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE mails ADD COLUMN refused_recipient boolean NOT NULL DEFAULT false;
      UPDATE mails SET refused_recipient = true WHERE state IN ('waiting', 'failed') AND reason LIKE 'The recipient is refused%';
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE mails DROP COLUMN refused_recipient');
  }
}
