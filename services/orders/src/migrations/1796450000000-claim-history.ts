import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every change of a claim. Only the owner's trigger writes here, so that no claim changes unseen. */
export class ClaimHistory1796450000000 implements MigrationInterface {
  name = 'ClaimHistory1796450000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE sale_claim_history (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        product_id int NOT NULL,
        order_id int,
        buyer_id int,
        state text NOT NULL CHECK (state IN ('free', 'reserved', 'capturing', 'sold', 'removed')),
        expires_at timestamptz,
        version int NOT NULL
      );
      CREATE INDEX sale_claim_history_of_product ON sale_claim_history (product_id, id);
      INSERT INTO sale_claim_history (product_id, order_id, buyer_id, state, expires_at, version)
        SELECT product_id, order_id, buyer_id, state, expires_at, version FROM sale_claims ORDER BY product_id;

      CREATE FUNCTION remember_claim() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      DECLARE claim sale_claims := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
      BEGIN
        INSERT INTO sale_claim_history (product_id, order_id, buyer_id, state, expires_at, version)
        VALUES (claim.product_id, claim.order_id, claim.buyer_id,
          CASE WHEN TG_OP = 'DELETE' THEN 'removed' ELSE claim.state END, claim.expires_at, claim.version);
        RETURN NULL;
      END $$;
      CREATE TRIGGER is_remembered AFTER INSERT OR UPDATE OR DELETE ON sale_claims
        FOR EACH ROW EXECUTE FUNCTION remember_claim();

      CREATE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'The history of claims is only added to';
      END $$;
      CREATE TRIGGER is_final BEFORE UPDATE OR DELETE OR TRUNCATE ON sale_claim_history
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TRIGGER is_remembered ON sale_claims;
      DROP TABLE sale_claim_history;
      DROP FUNCTION remember_claim, refuse_change_of_history;
    `);
  }
}
