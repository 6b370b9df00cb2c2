import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The first migration of every service: outbox, inbox and the counters of the rate limits. */
export class KitTables1763600000000 implements MigrationInterface {
  name = 'KitTables1763600000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE outbox (
        seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id uuid NOT NULL UNIQUE,
        type text NOT NULL,
        data jsonb NOT NULL,
        request_id text,
        occurred_at timestamptz NOT NULL DEFAULT now(),
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz NOT NULL DEFAULT now(),
        sent_at timestamptz
      );
      CREATE INDEX outbox_unsent ON outbox (seq) WHERE sent_at IS NULL;
      CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;
      CREATE TABLE inbox (
        reaction text NOT NULL,
        message_id uuid NOT NULL,
        type text NOT NULL,
        state text NOT NULL CHECK (state IN ('done', 'waiting', 'parked')),
        body jsonb,
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz,
        reason text,
        received_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (reaction, message_id)
      );
      CREATE INDEX inbox_due ON inbox (next_try_at) WHERE state = 'waiting';
      CREATE INDEX inbox_parked ON inbox (received_at) WHERE state = 'parked';
      CREATE TABLE rate_limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE rate_limits; DROP TABLE inbox; DROP TABLE outbox;');
  }
}
