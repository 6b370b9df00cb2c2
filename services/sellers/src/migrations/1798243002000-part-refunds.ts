import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What part refunds took back of a sale's share. */
const TAKEN = `coalesce((
  SELECT sum(pe.amount_cents) FROM ledger_transactions part JOIN ledger_entries pe ON pe.transaction_id = part.id AND pe.account = 'seller'
  WHERE part.kind = 'part_refund' AND part.order_id = sale.order_id AND part.product_id = sale.product_id), 0)`;

/** The function that keeps balances: of sales less their refunds, `kinds`, and of payouts; `net` is what is left of a sale. */
const keepsBalances = (kinds: string, net: string) => `
  CREATE OR REPLACE FUNCTION ledger_keeps_balances() RETURNS trigger LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    -- what is booked for one seller at the same time waits here, and then sees what it waited for
    INSERT INTO ledger_balances AS b (seller_id, earned_cents, paid_cents)
    SELECT seller_id, coalesce(-sum(amount_cents) FILTER (WHERE kind IN (${kinds})), 0),
      coalesce(sum(amount_cents) FILTER (WHERE kind IN ('payout', 'payout_reversal')), 0)
    FROM fresh JOIN ledger_transactions t ON t.id = transaction_id WHERE account = 'seller' GROUP BY seller_id ORDER BY seller_id
    ON CONFLICT (seller_id) DO UPDATE
      SET earned_cents = b.earned_cents + excluded.earned_cents, paid_cents = b.paid_cents + excluded.paid_cents;

    -- sales that fall due after the first open one change nothing about it
    UPDATE ledger_balances b SET (open_sale, open_due_on, open_cents) = (
      SELECT id, due_on, cents - (newer - (b.earned_cents - b.paid_cents)) FROM (
        SELECT sale.id, sale.due_on, ${net} AS cents, sum(${net}) OVER (ORDER BY sale.due_on DESC, sale.id DESC) AS newer
        FROM ledger_transactions sale JOIN ledger_entries e ON e.transaction_id = sale.id AND e.account = 'seller'
        WHERE sale.kind = 'sale' AND NOT EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = sale.id)
          AND sale.seller_id = b.seller_id AND b.earned_cents > b.paid_cents
      ) sales WHERE newer >= b.earned_cents - b.paid_cents ORDER BY due_on DESC, id DESC LIMIT 1)
    FROM (
      SELECT seller_id, CASE WHEN bool_and(kind = 'sale') THEN min(due_on) END AS earliest
      FROM fresh JOIN ledger_transactions t ON t.id = transaction_id WHERE account = 'seller' GROUP BY seller_id
    ) touched
    WHERE b.seller_id = touched.seller_id AND (touched.earliest > b.open_due_on) IS NOT TRUE;
    RETURN NULL;
  END $$;`;

const kindIs = (kinds: string) => `
  ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check;
  ALTER TABLE ledger_transactions ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN (${kinds}));`;

/** Parts of a sale's payment that went back, each a transaction of its own that shrinks the seller's share. */
export class PartRefunds1798243002000 implements MigrationInterface {
  name = 'PartRefunds1798243002000';

  async up(db: QueryRunner) {
    await db.query(`
      ${kindIs(`'sale', 'refund', 'part_refund', 'payout', 'payout_reversal'`)}
      ALTER TABLE ledger_transactions ADD CONSTRAINT ledger_transactions_part_refund_check
        CHECK (kind <> 'part_refund' OR num_nulls(order_id, product_id, track_name, paid_cents, reference) = 0);
      CREATE INDEX ledger_transactions_part_refund ON ledger_transactions (order_id, product_id) WHERE kind = 'part_refund';

      -- a part refund may be heard of before the sale that it shrinks
      CREATE TABLE ledger_part_refunds (
        refund_id text NOT NULL,
        order_id integer NOT NULL,
        product_id integer NOT NULL,
        amount_cents integer NOT NULL CHECK (amount_cents > 0),
        refunded_at timestamptz NOT NULL,
        PRIMARY KEY (refund_id, product_id)
      );
      CREATE INDEX ledger_part_refunds_order ON ledger_part_refunds (order_id);
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_part_refunds
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
      ${keepsBalances(`'sale', 'refund', 'part_refund'`, `(-e.amount_cents - ${TAKEN})`)}
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ${keepsBalances(`'sale', 'refund'`, '-e.amount_cents')}
      DROP TABLE ledger_part_refunds;
      DROP INDEX ledger_transactions_part_refund;
      ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_part_refund_check;
      ${kindIs(`'sale', 'refund', 'payout', 'payout_reversal'`)}
    `);
  }
}
