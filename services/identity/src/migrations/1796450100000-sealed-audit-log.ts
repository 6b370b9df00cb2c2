import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The only fields of people and stores whose values the log keeps. */
const impersonal = (side: string) => `
  (SELECT jsonb_object_agg(key, CASE WHEN value = 'null' OR key = ANY(CASE subject_type
      WHEN 'user' THEN '{is_admin,admin_role,is_seller,suspended,passwordReplaced}'::text[]
      WHEN 'seller' THEN '{status,payment_method}'::text[] ELSE '{is_active,created_at}'::text[] END)
    THEN value ELSE '"not kept"' END) FROM jsonb_each(${side}))`;

/** Personal values leave the log, and the log is sealed: each new row waits for the task that seals committed rows. */
export class SealedAuditLog1796450100000 implements MigrationInterface {
  name = 'SealedAuditLog1796450100000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_are_final;
      UPDATE audit_entries SET before = ${impersonal('before')}, after = ${impersonal('after')}
        WHERE subject_type IN ('user', 'seller', 'subscriber');
      UPDATE audit_entries SET subject_name =
          CASE subject_type WHEN 'user' THEN 'Account ' WHEN 'seller' THEN 'Store ' ELSE 'Payout ' END || subject_id
        WHERE subject_type IN ('user', 'seller', 'payout') AND subject_id IS NOT NULL;
      ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_are_final;

      CREATE TABLE unsealed (journal text NOT NULL, row_id bigint NOT NULL, PRIMARY KEY (journal, row_id));
      CREATE TABLE seals (
        journal text NOT NULL,
        number int NOT NULL,
        row_ids bigint[] NOT NULL,
        hash text NOT NULL,
        sealed_at timestamptz NOT NULL,
        PRIMARY KEY (journal, number)
      );
      INSERT INTO unsealed SELECT 'audit log', id FROM audit_entries;

      CREATE FUNCTION wait_for_seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      BEGIN
        INSERT INTO unsealed VALUES (TG_ARGV[0], NEW.id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER is_sealed AFTER INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION wait_for_seal('audit log');
      CREATE TRIGGER seals_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON seals
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_entries();
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TRIGGER is_sealed ON audit_entries; DROP FUNCTION wait_for_seal; DROP TABLE seals, unsealed;');
  }
}
