import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ledger's journal is sealed: each new transaction waits for the task that seals committed rows. */
export class SealedLedger1796450100000 implements MigrationInterface {
  name = 'SealedLedger1796450100000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE unsealed (journal text NOT NULL, row_id bigint NOT NULL, PRIMARY KEY (journal, row_id));
      CREATE TABLE seals (
        journal text NOT NULL,
        number int NOT NULL,
        row_ids bigint[] NOT NULL,
        hash text NOT NULL,
        sealed_at timestamptz NOT NULL,
        PRIMARY KEY (journal, number)
      );
      INSERT INTO unsealed SELECT 'ledger', id FROM ledger_transactions;

      CREATE FUNCTION wait_for_seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      BEGIN
        INSERT INTO unsealed VALUES (TG_ARGV[0], NEW.id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER is_sealed AFTER INSERT ON ledger_transactions FOR EACH ROW EXECUTE FUNCTION wait_for_seal('ledger');
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seals
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TRIGGER is_sealed ON ledger_transactions; DROP FUNCTION wait_for_seal; DROP TABLE seals, unsealed;');
  }
}
