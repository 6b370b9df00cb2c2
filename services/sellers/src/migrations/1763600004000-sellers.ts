import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Sellers1763600004000 implements MigrationInterface {
  name = 'Sellers1763600004000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE sellers (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id integer NOT NULL UNIQUE,
        store_name text NOT NULL,
        social_link text,
        status text NOT NULL DEFAULT '0' CHECK (status IN ('0', 'pending', 'active', 'inactive')),
        payment_method text CHECK (payment_method IN ('paypal', 'card')),
        paypal_email text,
        card_number_encrypted bytea,
        card_last4 text,
        card_holder_name text,
        offer_accepted_at timestamptz,
        verification_key text,
        version int NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      );
      CREATE UNIQUE INDEX sellers_store_name ON sellers (lower(store_name)) WHERE deleted_at IS NULL;

      CREATE TABLE product_copies (
        product_id integer PRIMARY KEY,
        version int NOT NULL,
        seller_id integer,
        name text NOT NULL,
        category text NOT NULL,
        img text NOT NULL,
        price_cents int NOT NULL,
        bpm int,
        music_key text NOT NULL,
        removed boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX product_copies_seller ON product_copies (seller_id);

      CREATE TABLE sold_tracks (
        product_id integer PRIMARY KEY,
        order_id integer NOT NULL,
        claim_version int NOT NULL,
        released boolean NOT NULL DEFAULT false,
        sold_at timestamptz NOT NULL
      );
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE sold_tracks, product_copies, sellers');
  }
}
