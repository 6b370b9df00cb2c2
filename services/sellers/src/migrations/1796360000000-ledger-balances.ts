import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sales that were not refunded, with the seller's net of each. */
const STANDING = `
  FROM ledger_transactions sale JOIN ledger_entries e ON e.transaction_id = sale.id AND e.account = 'seller'
  WHERE sale.kind = 'sale' AND NOT EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = sale.id)`;

/** Each seller's earnings and payouts, added up from their entries. */
const sums = (entries: string) => `
  INSERT INTO ledger_balances AS b (seller_id, earned_cents, paid_cents)
  SELECT seller_id, coalesce(-sum(amount_cents) FILTER (WHERE kind IN ('sale', 'refund')), 0),
    coalesce(sum(amount_cents) FILTER (WHERE kind IN ('payout', 'payout_reversal')), 0)
  FROM ${entries} JOIN ledger_transactions t ON t.id = transaction_id WHERE account = 'seller' GROUP BY seller_id ORDER BY seller_id`;

/** Payouts first cover the sales that fall due first. So the open sales are the newest ones that add up to the open amount. */
const FIRST_OPEN = `
  SELECT id, due_on, cents - (newer - (b.earned_cents - b.paid_cents)) FROM (
    SELECT sale.id, sale.due_on, -e.amount_cents AS cents, sum(-e.amount_cents) OVER (ORDER BY sale.due_on DESC, sale.id DESC) AS newer
    ${STANDING} AND sale.seller_id = b.seller_id AND b.earned_cents > b.paid_cents
  ) sales WHERE newer >= b.earned_cents - b.paid_cents ORDER BY due_on DESC, id DESC LIMIT 1`;

/** The database stores the sums of each seller's entries in the transaction of the entries, so that lists need not add up sales. */
export class LedgerBalances1796360000000 implements MigrationInterface {
  name = 'LedgerBalances1796360000000';

  async up(db: QueryRunner) {
    await db.query(`
      DROP INDEX ledger_transactions_seller;
      CREATE INDEX ledger_transactions_newest ON ledger_transactions (seller_id, occurred_at, id);
      CREATE INDEX ledger_transactions_due ON ledger_transactions (seller_id, due_on, id) WHERE kind = 'sale';
      CREATE INDEX ledger_transactions_not_yet_due ON ledger_transactions (due_on) WHERE kind = 'sale';

      CREATE TABLE ledger_balances (
        seller_id integer PRIMARY KEY,
        -- of sales that stand, and of payouts that stand
        earned_cents bigint NOT NULL,
        paid_cents bigint NOT NULL,
        -- the first sale that payouts do not cover whole, and how much of it is open; the sales that fall due after it are open too
        open_sale integer,
        open_due_on date,
        open_cents int CHECK (open_cents > 0),
        CHECK (num_nulls(open_sale, open_due_on, open_cents) IN (0, 3))
      );

      CREATE FUNCTION ledger_keeps_balances() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- what is booked for one seller at the same time waits here, and then sees what it waited for
        ${sums('fresh')}
        ON CONFLICT (seller_id) DO UPDATE
          SET earned_cents = b.earned_cents + excluded.earned_cents, paid_cents = b.paid_cents + excluded.paid_cents;

        -- sales that fall due after the first open one change nothing about it
        UPDATE ledger_balances b SET (open_sale, open_due_on, open_cents) = (${FIRST_OPEN})
        FROM (
          SELECT seller_id, CASE WHEN bool_and(kind = 'sale') THEN min(due_on) END AS earliest
          FROM fresh JOIN ledger_transactions t ON t.id = transaction_id WHERE account = 'seller' GROUP BY seller_id
        ) touched
        WHERE b.seller_id = touched.seller_id AND (touched.earliest > b.open_due_on) IS NOT TRUE;
        RETURN NULL;
      END $$;

      ${sums('ledger_entries')};
      UPDATE ledger_balances b SET (open_sale, open_due_on, open_cents) = (${FIRST_OPEN});

      CREATE TRIGGER keeps_balances AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS fresh
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_keeps_balances();
      CREATE TRIGGER kept_by_entries BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON ledger_balances
        FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_is_append_only();
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TRIGGER keeps_balances ON ledger_entries;
      DROP FUNCTION ledger_keeps_balances;
      DROP TABLE ledger_balances;
      DROP INDEX ledger_transactions_not_yet_due, ledger_transactions_due, ledger_transactions_newest;
      CREATE INDEX ledger_transactions_seller ON ledger_transactions (seller_id);
    `);
  }
}
