import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Packages: the files that are delivered for a track (docs/product/packages.md). Whatever deletes the row of a file or upload, a
 * trigger leaves the name of its object to the task that removes objects, so that none is forgotten.
 */
export class Packages1797760000000 implements MigrationInterface {
  name = 'Packages1797760000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE packages (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        maker_id int NOT NULL,
        seller_id int REFERENCES stores,
        product_id int REFERENCES products,
        track_name text,
        bpm double precision,
        music_key text,
        type text,
        state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'checking', 'checked', 'failed')),
        progress int NOT NULL DEFAULT 0,
        report jsonb,
        archives jsonb NOT NULL DEFAULT '[]',
        completed_at timestamptz,
        attempts int NOT NULL DEFAULT 0,
        lease uuid,
        leased_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX packages_maker ON packages (maker_id);
      CREATE INDEX packages_expiry ON packages (expires_at);
      CREATE INDEX packages_checking ON packages (completed_at) WHERE state = 'checking';
      CREATE TABLE package_files (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        package_id int NOT NULL REFERENCES packages ON DELETE CASCADE,
        path text NOT NULL,
        role text NOT NULL,
        role_chosen boolean NOT NULL DEFAULT false,
        size_bytes bigint NOT NULL,
        sha256 text NOT NULL,
        crc32 bigint NOT NULL,
        object_key text NOT NULL UNIQUE,
        facts jsonb NOT NULL DEFAULT '{}',
        UNIQUE (package_id, path)
      );
      CREATE TABLE package_uploads (
        id uuid PRIMARY KEY,
        package_id int NOT NULL REFERENCES packages ON DELETE CASCADE,
        path text NOT NULL,
        size_bytes bigint NOT NULL,
        sha256 text,
        object_key text NOT NULL UNIQUE,
        store_upload text,
        parts jsonb NOT NULL DEFAULT '[]',
        offset_bytes bigint NOT NULL DEFAULT 0,
        hash_state text,
        crc32 bigint NOT NULL DEFAULT 0,
        finished boolean NOT NULL DEFAULT false,
        expires_at timestamptz NOT NULL,
        UNIQUE (package_id, path)
      );
      CREATE INDEX package_uploads_expiry ON package_uploads (expires_at);
      CREATE TABLE package_leftovers (
        object_key text PRIMARY KEY,
        store_upload text,
        due_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE FUNCTION leave_package_object() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO package_leftovers (object_key, store_upload)
        VALUES (OLD.object_key, to_jsonb(OLD)->>'store_upload') 
        ON CONFLICT (object_key) DO UPDATE SET due_at = now();
        RETURN OLD;
      END $$;
      CREATE TRIGGER package_files_leave AFTER DELETE ON package_files
        FOR EACH ROW EXECUTE FUNCTION leave_package_object();
      CREATE TRIGGER package_uploads_leave AFTER DELETE ON package_uploads
        FOR EACH ROW WHEN (NOT OLD.finished) EXECUTE FUNCTION leave_package_object();
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TABLE package_leftovers;
      DROP TABLE package_uploads;
      DROP TABLE package_files;
      DROP TABLE packages;
      DROP FUNCTION leave_package_object();
    `);
  }
}
