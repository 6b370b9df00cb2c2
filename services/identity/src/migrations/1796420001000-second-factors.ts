import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SecondFactors1796420001000 implements MigrationInterface {
  name = 'SecondFactors1796420001000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE authenticator_apps (
        user_id integer PRIMARY KEY REFERENCES users (id),
        secret_sealed bytea NOT NULL,
        last_step bigint NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        confirmed_at timestamptz
      );

      CREATE TABLE recovery_codes (
        user_id integer NOT NULL REFERENCES users (id),
        code_hash text NOT NULL,
        used_at timestamptz,
        PRIMARY KEY (user_id, code_hash)
      );

      CREATE TABLE passkeys (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        credential_id text NOT NULL UNIQUE,
        user_id integer NOT NULL REFERENCES users (id),
        name text NOT NULL,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        transports text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_used_at timestamptz
      );
      CREATE INDEX passkeys_user ON passkeys (user_id);

      CREATE TABLE login_challenges (
        token_hash text PRIMARY KEY,
        user_id integer REFERENCES users (id),
        password_proof text,
        webauthn_challenge text,
        tries int NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX login_challenges_user ON login_challenges (user_id);

      ALTER TABLE sessions
        ADD COLUMN device text NOT NULL DEFAULT 'Unknown device',
        ADD COLUMN place text NOT NULL DEFAULT '',
        ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN stepped_up_until timestamptz,
        ADD COLUMN webauthn_challenge text,
        ADD COLUMN webauthn_expires_at timestamptz;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE sessions DROP COLUMN device, DROP COLUMN place, DROP COLUMN last_used_at, DROP COLUMN stepped_up_until,
        DROP COLUMN webauthn_challenge, DROP COLUMN webauthn_expires_at;
      DROP TABLE login_challenges, passkeys, recovery_codes, authenticator_apps;
    `);
  }
}
