import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Mails1763600005000 implements MigrationInterface {
  name = 'Mails1763600005000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE mails (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        kind text NOT NULL,
        about text NOT NULL,
        recipient text NOT NULL,
        subject text NOT NULL,
        blocks jsonb NOT NULL,
        contracts jsonb NOT NULL DEFAULT '[]',
        headers jsonb NOT NULL DEFAULT '{}',
        secret boolean NOT NULL DEFAULT false,
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'failed')),
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz NOT NULL DEFAULT now(),
        reason text,
        created_at timestamptz NOT NULL DEFAULT now(),
        sent_at timestamptz,
        UNIQUE (kind, about, recipient)
      );
      CREATE INDEX mails_due ON mails (next_try_at) WHERE state IN ('waiting', 'sending');
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE mails');
  }
}
