import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Claims of buyers about bought tracks, with their threads. A claim outlives its messages and files. */
export class BuyerClaims1798300040000 implements MigrationInterface {
  name = 'BuyerClaims1798300040000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE buyer_claims (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        order_id int NOT NULL,
        product_id int NOT NULL,
        buyer_id int NOT NULL,
        -- null for the operator's own tracks
        seller_id int,
        reason text NOT NULL CHECK (reason IN ('not-as-described', 'files-broken', 'not-exclusive', 'rights', 'other')),
        state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'repaired', 'refunded', 'refused', 'withdrawn')),
        version int NOT NULL DEFAULT 1,
        opened_at timestamptz NOT NULL DEFAULT now(),
        seller_due_at timestamptz,
        house_due_at timestamptz NOT NULL,
        ended_at timestamptz,
        -- of a decision; while a refund is under way, its claim is still open
        decided_by int,
        decision text,
        refund_begun_at timestamptz,
        FOREIGN KEY (order_id, product_id) REFERENCES order_items,
        CHECK ((ended_at IS NULL) = (state IN ('open', 'answered')))
      );
      CREATE UNIQUE INDEX buyer_claims_open ON buyer_claims (order_id, product_id) WHERE ended_at IS NULL;
      CREATE INDEX buyer_claims_of_buyer ON buyer_claims (buyer_id);
      CREATE INDEX buyer_claims_of_seller ON buyer_claims (seller_id);
      CREATE INDEX buyer_claims_ended ON buyer_claims (ended_at);

      CREATE TABLE claim_messages (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        claim_id int NOT NULL REFERENCES buyer_claims,
        author_id int NOT NULL,
        side text NOT NULL CHECK (side IN ('buyer', 'seller', 'house')),
        text text NOT NULL,
        sent_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX claim_messages_of ON claim_messages (claim_id, id);
      CREATE INDEX claim_messages_by ON claim_messages (author_id);

      CREATE TABLE claim_files (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        message_id int NOT NULL REFERENCES claim_messages ON DELETE CASCADE,
        key text NOT NULL UNIQUE,
        name text NOT NULL,
        size_bytes int NOT NULL
      );
      CREATE INDEX claim_files_of ON claim_files (message_id);
      -- objects that belong to no message, or not yet
      CREATE TABLE stray_claim_files (key text PRIMARY KEY, remove_after timestamptz NOT NULL);

      CREATE TABLE claim_reminders (
        claim_id int NOT NULL REFERENCES buyer_claims,
        waits_for text NOT NULL CHECK (waits_for IN ('seller', 'house')),
        late boolean NOT NULL,
        PRIMARY KEY (claim_id, waits_for, late)
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE claim_reminders, claim_files, stray_claim_files, claim_messages, buyer_claims');
  }
}
