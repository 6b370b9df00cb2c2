import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Identity1763600001000 implements MigrationInterface {
  name = 'Identity1763600001000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE users (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        email text NOT NULL,
        name text NOT NULL,
        last_name text NOT NULL,
        country text NOT NULL,
        password_hash text NOT NULL,
        is_admin boolean NOT NULL DEFAULT false,
        is_seller boolean NOT NULL DEFAULT false,
        version int NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      );
      CREATE UNIQUE INDEX users_email ON users (email) WHERE deleted_at IS NULL;

      CREATE TABLE pending_registrations (
        email text PRIMARY KEY,
        name text NOT NULL,
        last_name text NOT NULL,
        country text NOT NULL,
        password_hash text NOT NULL,
        is_seller boolean NOT NULL,
        store_name text,
        social_link text,
        code_hash text NOT NULL,
        code_expires_at timestamptz NOT NULL,
        tries int NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        lapses_at timestamptz NOT NULL
      );

      CREATE TABLE store_names (
        folded text PRIMARY KEY,
        pending_email text REFERENCES pending_registrations (email) ON DELETE CASCADE,
        user_id integer REFERENCES users (id),
        version int NOT NULL DEFAULT 0,
        CHECK (num_nonnulls(pending_email, user_id) = 1)
      );
      CREATE UNIQUE INDEX store_names_user ON store_names (user_id);

      CREATE TABLE sessions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id integer NOT NULL REFERENCES users (id),
        cookie_hash text NOT NULL UNIQUE,
        bearer_hash text NOT NULL UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        bearer_expires_at timestamptz NOT NULL
      );
      CREATE INDEX sessions_user ON sessions (user_id);

      CREATE TABLE password_resets (
        token_hash text PRIMARY KEY,
        user_id integer NOT NULL REFERENCES users (id),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );

      CREATE TABLE login_failures (key text PRIMARY KEY, failures int NOT NULL, last_at timestamptz NOT NULL);

      CREATE TABLE list_entries (
        user_id integer NOT NULL REFERENCES users (id),
        list text NOT NULL CHECK (list IN ('cart', 'wishlist')),
        product_id integer NOT NULL,
        position int NOT NULL,
        PRIMARY KEY (user_id, list, product_id)
      );

      CREATE TABLE product_copies (
        product_id integer PRIMARY KEY,
        version int NOT NULL,
        removed boolean NOT NULL DEFAULT false,
        sold boolean NOT NULL DEFAULT false,
        claim_version int NOT NULL DEFAULT 0
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query(
      `DROP TABLE product_copies, list_entries, login_failures, password_resets, sessions, store_names, pending_registrations, users`,
    );
  }
}
