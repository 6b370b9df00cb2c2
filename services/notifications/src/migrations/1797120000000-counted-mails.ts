import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The metrics read the count of mails in each state, and the oldest waiting one, from the indexes alone. */
export class CountedMails1797120000000 implements MigrationInterface {
  name = 'CountedMails1797120000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE INDEX mails_by_state ON mails (state);
      CREATE INDEX mails_waiting_since ON mails (created_at) WHERE state = 'waiting';
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX mails_by_state, mails_waiting_since');
  }
}
