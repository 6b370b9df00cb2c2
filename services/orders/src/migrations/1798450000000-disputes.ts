import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Disputes at PayPal as its newest news shows them, and what the shop sent in them. */
export class Disputes1798450000000 implements MigrationInterface {
  name = 'Disputes1798450000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE disputes (
        id text PRIMARY KEY,
        version int NOT NULL DEFAULT 0,
        -- null while no order of ours fits its payment
        order_id int REFERENCES orders,
        capture_id text,
        amount_cents int NOT NULL,
        currency text NOT NULL,
        reason text NOT NULL,
        stage text NOT NULL,
        status text NOT NULL,
        due_at timestamptz,
        opened_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        -- what PayPal links, in the words of our own calls
        actions text[] NOT NULL DEFAULT '{}',
        outcome text,
        movements jsonb NOT NULL DEFAULT '[]',
        -- what came back to the buyer because of it, as the shop has booked it
        back_cents int NOT NULL DEFAULT 0,
        -- one that PayPal opens again freezes anew, as a source of its own
        round int NOT NULL DEFAULT 1,
        freeze_state text NOT NULL DEFAULT 'none' CHECK (freeze_state IN ('none', 'frozen', 'awaits-refund', 'ended')),
        next_look_at timestamptz
      );
      CREATE INDEX disputes_of_order ON disputes (order_id);
      CREATE INDEX disputes_of_capture ON disputes (capture_id);
      CREATE INDEX disputes_open ON disputes (order_id) WHERE status <> 'RESOLVED';
      CREATE INDEX disputes_to_look_at ON disputes (next_look_at) WHERE next_look_at IS NOT NULL;

      CREATE TABLE dispute_acts (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text NOT NULL UNIQUE,
        dispute_id text NOT NULL REFERENCES disputes,
        action text NOT NULL,
        note text NOT NULL,
        papers text[] NOT NULL DEFAULT '{}',
        asked_by int NOT NULL,
        asked_at timestamptz NOT NULL DEFAULT now(),
        -- asked: nobody knows yet whether PayPal has it
        state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'done', 'failed')),
        failure text,
        settled_at timestamptz
      );
      CREATE UNIQUE INDEX dispute_acts_asked ON dispute_acts (dispute_id) WHERE state = 'asked';
      CREATE INDEX dispute_acts_of ON dispute_acts (dispute_id, id);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE dispute_acts, disputes');
  }
}
