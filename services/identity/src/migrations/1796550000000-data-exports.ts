import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Files of people's own data, at most one for each account. The parts wait until all are there. The file is encrypted with a key
 * made of the mailed token; the table has only the token's hash.
 */
export class DataExports1796550000000 implements MigrationInterface {
  name = 'DataExports1796550000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE data_exports (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id integer NOT NULL UNIQUE REFERENCES users (id),
        asked_at timestamptz NOT NULL DEFAULT now(),
        give_up_at timestamptz NOT NULL,
        ready_at timestamptz,
        until timestamptz,
        missing text[] NOT NULL DEFAULT '{}',
        token_hash text UNIQUE,
        file bytea,
        CHECK (num_nulls(ready_at, until, token_hash, file) IN (0, 4))
      );
      CREATE INDEX data_exports_gathering ON data_exports (id) WHERE ready_at IS NULL;

      CREATE TABLE data_export_parts (
        export_id integer NOT NULL REFERENCES data_exports ON DELETE CASCADE,
        service text NOT NULL,
        page int NOT NULL,
        pages int NOT NULL,
        part text NOT NULL,
        PRIMARY KEY (export_id, service, page)
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE data_export_parts, data_exports');
  }
}
