import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TrackSubmissions1796320004000 implements MigrationInterface {
  name = 'TrackSubmissions1796320004000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE track_submissions (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        version int NOT NULL DEFAULT 1,
        seller_id integer NOT NULL REFERENCES sellers,
        track_name text NOT NULL,
        price_cents int NOT NULL,
        genre text NOT NULL,
        bpm double precision NOT NULL,
        music_key text NOT NULL,
        track_files_link text NOT NULL,
        project_files_link text,
        contact_email text NOT NULL,
        status text NOT NULL DEFAULT 'submitted' CHECK (status IN ('submitted', 'in_review', 'approved', 'rejected', 'published')),
        reason text CHECK ((status = 'rejected') = (reason IS NOT NULL)),
        product_id integer,
        submitted_at timestamptz NOT NULL,
        changed_at timestamptz NOT NULL,
        due_at timestamptz CHECK ((due_at IS NOT NULL) = (status IN ('submitted', 'in_review', 'approved'))),
        reminded_due_at timestamptz
      );
      CREATE INDEX track_submissions_seller ON track_submissions (seller_id, id);
      CREATE INDEX track_submissions_due ON track_submissions (due_at, id);
      CREATE INDEX track_submissions_status ON track_submissions (status, due_at);
      CREATE INDEX track_submissions_submitted ON track_submissions (submitted_at);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE track_submissions');
  }
}
