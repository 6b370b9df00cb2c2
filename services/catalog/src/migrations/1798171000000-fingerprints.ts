import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Fingerprints of masters and previews, and the words by which they are found (docs/product/fingerprints.md). A print whose package was
 * sent for review or sold stays when the files go; triggers say so, whatever deletes them.
 */
export class Fingerprints1798171000000 implements MigrationInterface {
  name = 'Fingerprints1798171000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE fingerprints (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        algorithm text NOT NULL,
        product_id int REFERENCES products ON DELETE CASCADE,
        package_id int REFERENCES packages ON DELETE SET NULL,
        seller_id int,
        source text NOT NULL,
        used boolean NOT NULL DEFAULT false,
        print bytea NOT NULL,
        words int[] NOT NULL,
        hash text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK (product_id IS NULL OR package_id IS NULL),
        UNIQUE (product_id),
        UNIQUE (package_id, source)
      );
      CREATE INDEX fingerprints_source ON fingerprints (source);
      CREATE TABLE fingerprint_words (
        word int NOT NULL,
        fingerprint_id int NOT NULL
      );
      CREATE INDEX fingerprint_words_found ON fingerprint_words (word) INCLUDE (fingerprint_id);

      CREATE FUNCTION follow_fingerprint_words() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          DELETE FROM fingerprint_words WHERE word = ANY (OLD.words) AND fingerprint_id = OLD.id;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          INSERT INTO fingerprint_words SELECT DISTINCT unnest(NEW.words), NEW.id;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER fingerprints_words AFTER INSERT OR DELETE OR UPDATE OF words ON fingerprints
        FOR EACH ROW EXECUTE FUNCTION follow_fingerprint_words();

      CREATE FUNCTION keep_used_fingerprints() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' THEN
          DELETE FROM fingerprints WHERE package_id = OLD.id AND NOT used;
          RETURN OLD;
        END IF;
        UPDATE fingerprints SET used = true WHERE package_id = NEW.id AND NOT used;
        RETURN NEW;
      END $$;
      CREATE TRIGGER packages_fingerprints_used AFTER UPDATE ON packages
        FOR EACH ROW WHEN (NEW.submission_id IS NOT NULL OR NEW.published) EXECUTE FUNCTION keep_used_fingerprints();
      CREATE TRIGGER packages_fingerprints_gone BEFORE DELETE ON packages
        FOR EACH ROW EXECUTE FUNCTION keep_used_fingerprints();
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TRIGGER packages_fingerprints_gone ON packages;
      DROP TRIGGER packages_fingerprints_used ON packages;
      DROP FUNCTION keep_used_fingerprints();
      DROP TABLE fingerprints;
      DROP TABLE fingerprint_words;
      DROP FUNCTION follow_fingerprint_words();
    `);
  }
}
