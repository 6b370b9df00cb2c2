import type { MigrationInterface, QueryRunner } from 'typeorm';

const kindIs = (kinds: string) => `
  ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check;
  ALTER TABLE ledger_transactions ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN (${kinds}));`;

/**
 * PayPal's fees that the house bears, entries without a seller: for disputes, each the difference from what is booked of its dispute, and
 * for payouts of batches that an admin had recorded by hand.
 */
export class FeesOfTheHouse1798470002000 implements MigrationInterface {
  name = 'FeesOfTheHouse1798470002000';

  async up(db: QueryRunner) {
    await db.query(`
      ${kindIs(`'sale', 'refund', 'part_refund', 'payout', 'payout_reversal', 'dispute_fee', 'payout_fee'`)}
      ALTER TABLE ledger_transactions
        ALTER seller_id DROP NOT NULL,
        ADD CONSTRAINT ledger_transactions_seller_check CHECK ((kind IN ('dispute_fee', 'payout_fee')) = (seller_id IS NULL)),
        ADD CONSTRAINT ledger_transactions_fee_check CHECK (seller_id IS NOT NULL OR reference IS NOT NULL);
      CREATE INDEX ledger_transactions_dispute_fee ON ledger_transactions (reference) WHERE kind = 'dispute_fee';

      -- the fees of a dispute as PayPal's newest news has them
      CREATE TABLE dispute_fees (
        dispute_id text PRIMARY KEY,
        version int NOT NULL,
        fee_cents int NOT NULL
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TABLE dispute_fees;
      DROP INDEX ledger_transactions_dispute_fee;
      ALTER TABLE ledger_transactions
        DROP CONSTRAINT ledger_transactions_fee_check,
        DROP CONSTRAINT ledger_transactions_seller_check,
        ALTER seller_id SET NOT NULL;
      ${kindIs(`'sale', 'refund', 'part_refund', 'payout', 'payout_reversal'`)}
    `);
  }
}
