import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Refunds that admins ask PayPal for, and how each refund of a sale, also one that was made elsewhere, is split over the tracks and
 * the fee. Refunds of before have no split: one of a part touched no share.
 */
export class RefundRequests1798243000000 implements MigrationInterface {
  name = 'RefundRequests1798243000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE refund_requests (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        order_id int NOT NULL REFERENCES orders,
        key text NOT NULL UNIQUE,
        -- PayPal's request id, and what its refund names us by
        ref uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
        state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'pending', 'done', 'failed')),
        capture_id text NOT NULL,
        amount_cents int NOT NULL CHECK (amount_cents > 0),
        fee_cents int NOT NULL CHECK (fee_cents >= 0),
        items jsonb NOT NULL,
        borne_by text NOT NULL CHECK (borne_by IN ('sale', 'house')),
        with_fee boolean NOT NULL,
        reason text NOT NULL,
        asked_by int NOT NULL,
        asked_at timestamptz NOT NULL DEFAULT now(),
        provider_id text UNIQUE,
        -- PayPal's issue, or the state in which it ended the refund
        failure text,
        settled_at timestamptz,
        next_check_at timestamptz,
        checks int NOT NULL DEFAULT 0,
        CHECK ((state = 'failed') = (failure IS NOT NULL)),
        CHECK ((state IN ('done', 'failed')) = (settled_at IS NOT NULL)),
        CHECK ((state IN ('asked', 'pending')) = (next_check_at IS NOT NULL)),
        CHECK (state NOT IN ('pending', 'done') OR provider_id IS NOT NULL)
      );
      CREATE INDEX refund_requests_of_order ON refund_requests (order_id);
      CREATE INDEX refund_requests_to_check ON refund_requests (next_check_at) WHERE next_check_at IS NOT NULL;
      -- nobody asks for a second refund of an order while the outcome of one is unknown
      CREATE UNIQUE INDEX refund_requests_one_asked ON refund_requests (order_id) WHERE state = 'asked';

      CREATE TABLE refund_splits (
        refund_id text PRIMARY KEY,
        order_id int NOT NULL REFERENCES orders,
        amount_cents int NOT NULL CHECK (amount_cents > 0),
        fee_cents int NOT NULL,
        items jsonb NOT NULL,
        borne_by text NOT NULL CHECK (borne_by IN ('sale', 'house')),
        booked_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX refund_splits_of_order ON refund_splits (order_id);

      ALTER TABLE order_items ADD COLUMN refunded text CHECK (refunded IN ('project', 'track'));
    `);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE order_items DROP COLUMN refunded; DROP TABLE refund_splits, refund_requests');
  }
}
