import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sales whose share is not paid out while a claim or a dispute is open. `held_cents` is what payouts had not covered when the hold
 * began: only that is held. Payouts cover the other sales meanwhile, so the kept balances do not say what is open; a function
 * adds it up for the few sellers with a held line.
 */
export class LedgerHolds1798300030000 implements MigrationInterface {
  name = 'LedgerHolds1798300030000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE ledger_holds (
        order_id int NOT NULL,
        product_id int NOT NULL,
        seller_id int NOT NULL,
        version int NOT NULL,
        -- what holds the line now; null once it is released
        source text CHECK (source IN ('claim', 'dispute')),
        held_cents int CHECK (held_cents >= 0),
        held_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (order_id, product_id)
      );
      CREATE INDEX ledger_holds_of ON ledger_holds (seller_id) WHERE source IS NOT NULL;

      -- the sales of a seller that stand, with what no payout covers, and what of that is held
      CREATE FUNCTION ledger_open_sales(seller int)
        RETURNS TABLE (id int, order_id int, due_on date, paid_cents int, cents int, held_cents int, open_cents int)
        LANGUAGE sql STABLE AS $$
        WITH sales AS (
          SELECT sale.id, sale.order_id, sale.due_on, sale.paid_cents, net.cents,
            CASE WHEN hold.source IS NULL THEN 0 ELSE least(coalesce(hold.held_cents, net.cents), net.cents) END AS held
          FROM ledger_transactions sale JOIN ledger_entries e ON e.transaction_id = sale.id AND e.account = 'seller'
          -- what part refunds left of the share
          CROSS JOIN LATERAL (SELECT (-e.amount_cents - coalesce((
            SELECT sum(pe.amount_cents) FROM ledger_transactions part
            JOIN ledger_entries pe ON pe.transaction_id = part.id AND pe.account = 'seller'
            WHERE part.kind = 'part_refund' AND part.order_id = sale.order_id AND part.product_id = sale.product_id), 0))::int AS cents) net
          LEFT JOIN ledger_holds hold ON hold.order_id = sale.order_id AND hold.product_id = sale.product_id
          WHERE sale.seller_id = seller AND kind = 'sale'
            AND NOT EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = sale.id)
        ), reached AS (
          SELECT *, sum(sales.cents - held) OVER (ORDER BY sales.due_on, sales.id) AS up_to FROM sales
        )
        SELECT reached.id, reached.order_id, reached.due_on, reached.paid_cents, reached.cents::int, held::int,
          (held + least(reached.cents - held, greatest(0, up_to - b.paid_cents)))::int
        FROM reached JOIN ledger_balances b ON b.seller_id = seller
      $$;
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP FUNCTION ledger_open_sales; DROP TABLE ledger_holds;');
  }
}
