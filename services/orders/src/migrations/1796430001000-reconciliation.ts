import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comparisons with PayPal's books. A row of `reconciliations` is also the lease of the replica at work on it. */
export class Reconciliation1796430001000 implements MigrationInterface {
  name = 'Reconciliation1796430001000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE reconciliations (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- on the shop's calendar; null for one that an admin asked for
        night date,
        started_at timestamptz NOT NULL DEFAULT now(),
        lease_until timestamptz NOT NULL,
        finished_at timestamptz,
        outcome text CHECK (outcome IN ('done', 'failed')),
        captures int,
        refunds int,
        disputes int,
        found int,
        problem text,
        CHECK ((outcome IS NULL) = (finished_at IS NULL))
      );
      CREATE INDEX reconciliations_of_night ON reconciliations (night) WHERE night IS NOT NULL;

      CREATE TABLE payment_differences (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        version int NOT NULL DEFAULT 1,
        kind text NOT NULL,
        provider_id text NOT NULL,
        order_id int REFERENCES orders,
        seller_ids int[] NOT NULL DEFAULT '{}',
        amount_cents int,
        expected_cents int,
        reason text NOT NULL,
        happened_at timestamptz NOT NULL,
        found_at timestamptz NOT NULL DEFAULT now(),
        gone_at timestamptz,
        looked_at timestamptz,
        looked_by int,
        note text,
        UNIQUE (kind, provider_id),
        CHECK (num_nulls(looked_at, looked_by, note) IN (0, 3))
      );
      CREATE INDEX payment_differences_open ON payment_differences (id) WHERE looked_at IS NULL AND gone_at IS NULL;
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE payment_differences, reconciliations');
  }
}
