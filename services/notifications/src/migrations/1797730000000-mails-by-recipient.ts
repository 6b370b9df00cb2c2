import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A copy of a user's own data and an erasure look for one recipient's mails among all of a month. */
export class MailsByRecipient1797730000000 implements MigrationInterface {
  name = 'MailsByRecipient1797730000000';

  async up(db: QueryRunner) {
    await db.query('CREATE INDEX mails_recipient ON mails (lower(recipient))');
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX mails_recipient');
  }
}
