import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AuditEntries1796300001000 implements MigrationInterface {
  name = 'AuditEntries1796300001000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE audit_entries (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        admin_id integer NOT NULL,
        action text NOT NULL,
        subject_type text NOT NULL,
        subject_id integer,
        subject_name text NOT NULL,
        before jsonb,
        after jsonb,
        at timestamptz NOT NULL
      );
      CREATE INDEX audit_entries_newest ON audit_entries (at DESC, id DESC);
      CREATE INDEX audit_entries_admin ON audit_entries (admin_id, at DESC, id DESC);
      CREATE INDEX audit_entries_action ON audit_entries (action, at DESC, id DESC);
      CREATE INDEX audit_entries_subject ON audit_entries (subject_type, at DESC, id DESC);

      CREATE FUNCTION refuse_change_of_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'The audit log is only added to';
      END $$;
      CREATE TRIGGER audit_entries_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_entries();
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE audit_entries; DROP FUNCTION refuse_change_of_audit_entries();');
  }
}
