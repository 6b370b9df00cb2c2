import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payouts by PayPal in batches: a line of the ledger is in one payout at most, unless that one came to nothing. */
export class PayoutBatches1798300000000 implements MigrationInterface {
  name = 'PayoutBatches1798300000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE payout_batches (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- PayPal knows the batch by this id
        ref uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
        state text NOT NULL CHECK (state IN ('draft', 'approved', 'sending', 'sent', 'done', 'denied', 'cancelled')),
        created_by integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        approved_by integer,
        sent_by integer,
        sent_at timestamptz,
        -- how often PayPal was asked to take it; the outcome of every attempt but the last is unknown
        attempts int NOT NULL DEFAULT 0,
        paypal_id text UNIQUE,
        -- when to ask PayPal next
        ask_at timestamptz,
        failure text,
        left_out jsonb NOT NULL DEFAULT '[]',
        CHECK (state IN ('draft', 'cancelled') OR approved_by IS NOT NULL),
        CHECK (state NOT IN ('sent', 'done', 'denied') OR paypal_id IS NOT NULL),
        CHECK (state NOT IN ('sending', 'sent', 'done', 'denied') OR num_nulls(sent_by, sent_at) = 0)
      );
      CREATE INDEX payout_batches_to_ask ON payout_batches (ask_at) WHERE ask_at IS NOT NULL;

      CREATE TABLE payout_items (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        batch_id integer NOT NULL REFERENCES payout_batches (id),
        seller_id integer NOT NULL,
        pay_to text NOT NULL,
        amount_cents int NOT NULL CHECK (amount_cents > 0),
        -- an estimate until PayPal says it
        fee_cents int NOT NULL CHECK (fee_cents >= 0),
        state text NOT NULL CHECK (
          state IN ('draft', 'sent', 'paid', 'unclaimed', 'on-hold', 'returned', 'failed', 'reversed', 'cancelled')
        ),
        failure text,
        transaction_id text,
        -- the payout in the ledger
        payout_id integer UNIQUE REFERENCES ledger_transactions (id),
        UNIQUE (batch_id, seller_id),
        CHECK (state <> 'paid' OR payout_id IS NOT NULL)
      );
      CREATE INDEX payout_items_seller ON payout_items (seller_id);

      CREATE TABLE payout_item_lines (
        item_id integer NOT NULL REFERENCES payout_items (id),
        sale_id integer NOT NULL REFERENCES ledger_transactions (id),
        amount_cents int NOT NULL CHECK (amount_cents > 0),
        live boolean NOT NULL DEFAULT true,
        PRIMARY KEY (item_id, sale_id)
      );
      CREATE UNIQUE INDEX payout_item_lines_once ON payout_item_lines (sale_id) WHERE live;

      CREATE FUNCTION payout_item_frees_lines() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.state IN ('returned', 'failed', 'reversed', 'cancelled') AND NEW.state <> OLD.state THEN
          RAISE EXCEPTION 'payout item % is over', OLD.id;
        END IF;
        IF NEW.state IN ('returned', 'failed', 'reversed', 'cancelled') THEN
          UPDATE payout_item_lines SET live = false WHERE item_id = NEW.id AND live;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER frees_lines AFTER UPDATE OF state ON payout_items
        FOR EACH ROW EXECUTE FUNCTION payout_item_frees_lines();

      -- the account of PayPal's fees, beside those that are known already
      DO $$
      DECLARE known text;
      BEGIN
        SELECT pg_get_expr(conbin, conrelid) INTO known FROM pg_constraint
        WHERE conrelid = 'ledger_entries'::regclass AND conname = 'ledger_entries_account_check';
        ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check;
        EXECUTE format(
          'ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_account_check CHECK (account = ''fees'' OR %s)', known
        );
      END $$;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TABLE payout_item_lines, payout_items, payout_batches;
      DROP FUNCTION payout_item_frees_lines;
      ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check;
      ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_account_check
        CHECK (account IN ('clearing', 'promotion', 'commission', 'seller'));
    `);
  }
}
