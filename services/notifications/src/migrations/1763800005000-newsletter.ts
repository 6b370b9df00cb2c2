import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Newsletter1763800005000 implements MigrationInterface {
  name = 'Newsletter1763800005000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE mails ADD COLUMN reply_to text;

      CREATE TABLE subscribers (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        email text NOT NULL UNIQUE,
        is_active boolean NOT NULL DEFAULT false,
        confirm_token text UNIQUE,
        unsubscribe_token text NOT NULL UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE announcements (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        title text NOT NULL,
        content text NOT NULL,
        image_path text,
        is_active boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE announcements; DROP TABLE subscribers; ALTER TABLE mails DROP COLUMN reply_to;');
  }
}
