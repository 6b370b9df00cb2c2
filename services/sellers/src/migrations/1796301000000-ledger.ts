import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Ledger1796301000000 implements MigrationInterface {
  name = 'Ledger1796301000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE ledger_transactions (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('sale', 'refund', 'payout', 'payout_reversal')),
        -- what it books, so that nothing is ever booked twice
        source text NOT NULL UNIQUE,
        seller_id integer NOT NULL,
        occurred_at timestamptz NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT now(),
        reverses integer UNIQUE REFERENCES ledger_transactions (id),
        order_id integer,
        product_id integer,
        track_name text,
        price_cents int,
        project_cents int,
        paid_cents int,
        due_on date,
        method text,
        reference text,
        reason text,
        recorded_by integer,
        CHECK ((kind IN ('refund', 'payout_reversal')) = (reverses IS NOT NULL)),
        CHECK (kind <> 'sale' OR num_nulls(order_id, product_id, track_name, price_cents, project_cents, paid_cents, due_on) = 0),
        CHECK (kind <> 'payout' OR num_nulls(method, reference, recorded_by) = 0),
        CHECK (kind <> 'payout_reversal' OR num_nulls(reason, recorded_by) = 0)
      );
      CREATE INDEX ledger_transactions_seller ON ledger_transactions (seller_id);
      CREATE INDEX ledger_transactions_order ON ledger_transactions (order_id) WHERE kind = 'sale';
      CREATE INDEX ledger_transactions_payment ON ledger_transactions (method, reference) WHERE kind = 'payout';

      CREATE TABLE ledger_entries (
        transaction_id integer NOT NULL REFERENCES ledger_transactions (id),
        account text NOT NULL CHECK (account IN ('clearing', 'promotion', 'commission', 'seller')),
        -- debits positive, credits negative
        amount_cents int NOT NULL CHECK (amount_cents <> 0),
        PRIMARY KEY (transaction_id, account)
      );

      -- a refund may be heard of before the sale it undoes
      CREATE TABLE ledger_refunds (
        order_id integer PRIMARY KEY,
        refund_id text NOT NULL,
        refunded_at timestamptz NOT NULL
      );

      CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'the ledger is append-only: % on % is refused', TG_OP, TG_TABLE_NAME;
      END $$;
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_refunds
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

      CREATE FUNCTION ledger_entry_belongs_to_now() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT EXISTS (SELECT 1 FROM ledger_transactions WHERE id = NEW.transaction_id AND recorded_at = now()) THEN
          RAISE EXCEPTION 'ledger transaction % is closed', NEW.transaction_id;
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER closed BEFORE INSERT ON ledger_entries
        FOR EACH ROW EXECUTE FUNCTION ledger_entry_belongs_to_now();

      CREATE FUNCTION ledger_must_balance() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE total bigint;
      BEGIN
        SELECT sum(amount_cents) INTO total FROM ledger_entries WHERE transaction_id = NEW.transaction_id;
        IF total <> 0 THEN
          RAISE EXCEPTION 'ledger transaction % is out of balance by % cents', NEW.transaction_id, total;
        END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION ledger_must_balance();
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TABLE ledger_refunds, ledger_entries, ledger_transactions;
      DROP FUNCTION ledger_is_append_only, ledger_entry_belongs_to_now, ledger_must_balance;
    `);
  }
}
