import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One document for each event, and the subjects of a mail for the entry that says that it was sent. */
export class Timeline1796900000000 implements MigrationInterface {
  name = 'Timeline1796900000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE timeline (
        id uuid PRIMARY KEY,
        at timestamptz NOT NULL,
        document jsonb NOT NULL
      );
      CREATE INDEX timeline_at ON timeline (at DESC, id);
      CREATE INDEX timeline_type ON timeline ((document ->> 'type'), at DESC);
      CREATE INDEX timeline_request ON timeline ((document ->> 'requestId'));
      CREATE INDEX timeline_subjects ON timeline USING gin ((document -> 'subjects'));
      ALTER TABLE mails ADD COLUMN concerns jsonb NOT NULL DEFAULT '{}';
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE mails DROP COLUMN concerns; DROP TABLE timeline');
  }
}
