import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The payouts of PayPal's books, stored until they are compared with the shop's, and since when a payout is in its state. */
export class ComparedPayouts1798470001000 implements MigrationInterface {
  name = 'ComparedPayouts1798470001000';

  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE ledger_comparisons ADD payouts jsonb;
      ALTER TABLE payout_items ADD state_at timestamptz NOT NULL DEFAULT now();
      CREATE INDEX payout_items_transaction ON payout_items (lower(transaction_id)) WHERE transaction_id IS NOT NULL;

      CREATE FUNCTION payout_item_dates_state() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.state <> OLD.state THEN
          NEW.state_at = now();
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER dates_state BEFORE UPDATE OF state ON payout_items
        FOR EACH ROW EXECUTE FUNCTION payout_item_dates_state();
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TRIGGER dates_state ON payout_items;
      DROP FUNCTION payout_item_dates_state;
      DROP INDEX payout_items_transaction;
      ALTER TABLE payout_items DROP state_at;
      ALTER TABLE ledger_comparisons DROP payouts;
    `);
  }
}
