import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Catalog1763700000000 implements MigrationInterface {
  name = 'Catalog1763700000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE stores (
        seller_id int PRIMARY KEY,
        user_id int NOT NULL,
        version int NOT NULL,
        name text NOT NULL,
        status text NOT NULL
      );
      CREATE TABLE products (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        version int NOT NULL DEFAULT 1,
        name text NOT NULL,
        category text NOT NULL,
        price_cents int NOT NULL,
        old_price_cents int,
        music_key text NOT NULL,
        key_mode text,
        type text NOT NULL,
        bpm int,
        download_link text NOT NULL,
        project_name text,
        project_link text,
        is_hot boolean NOT NULL,
        exclusive_vocal boolean NOT NULL,
        seller_id int REFERENCES stores,
        img text NOT NULL,
        audio text NOT NULL,
        peaks text NOT NULL,
        wave text NOT NULL,
        duration double precision NOT NULL,
        play_count int NOT NULL DEFAULT 0,
        removed boolean NOT NULL DEFAULT false,
        claim text NOT NULL DEFAULT 'free' CHECK (claim IN ('free', 'held', 'sold')),
        claim_version int NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX products_seller ON products (seller_id);
      CREATE TABLE demos (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL,
        category text NOT NULL,
        img text NOT NULL,
        audio text NOT NULL,
        peaks text NOT NULL,
        wave text NOT NULL,
        duration double precision NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE plays (
        product_id int NOT NULL REFERENCES products,
        day date NOT NULL,
        client text NOT NULL,
        PRIMARY KEY (product_id, day, client)
      );
      CREATE INDEX plays_day ON plays (day);
      CREATE TABLE product_list (single boolean PRIMARY KEY DEFAULT true CHECK (single), version bigint NOT NULL);
      INSERT INTO product_list (version) VALUES (1);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE product_list; DROP TABLE plays; DROP TABLE demos; DROP TABLE products; DROP TABLE stores;');
  }
}
