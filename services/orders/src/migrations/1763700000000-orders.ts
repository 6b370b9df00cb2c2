import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Copies of other services' facts, coupons, orders with their claims, payments and refunds. */
export class Orders1763700000000 implements MigrationInterface {
  name = 'Orders1763700000000';

  async up(db: QueryRunner) {
    await db.query(COPIES);
    await db.query(ORDERS);
    await db.query(CLAIMS);
    await db.query(PAYMENTS);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TABLE webhook_events, refunds, payments, sale_claims, order_events, order_items, orders, coupons, buyers, stores, product_copies;
      DROP FUNCTION keep_sold;
    `);
  }
}

const COPIES = `
  CREATE TABLE product_copies (
    product_id int PRIMARY KEY,
    version int NOT NULL,
    removed boolean NOT NULL DEFAULT false,
    name text NOT NULL DEFAULT '',
    category text NOT NULL DEFAULT '',
    img text NOT NULL DEFAULT '',
    price_cents int NOT NULL DEFAULT 0,
    project_name text,
    seller_id int,
    seller_user_id int,
    store_name text NOT NULL DEFAULT '',
    download_link text NOT NULL DEFAULT '',
    project_link text
  );
  CREATE TABLE stores (
    seller_id int PRIMARY KEY,
    user_id int NOT NULL,
    version int NOT NULL,
    store_name text NOT NULL
  );
  CREATE TABLE buyers (
    user_id int PRIMARY KEY,
    version int NOT NULL,
    deleted boolean NOT NULL DEFAULT false,
    name text NOT NULL DEFAULT '',
    last_name text NOT NULL DEFAULT '',
    email text NOT NULL DEFAULT ''
  );
`;

const ORDERS = `
  CREATE TABLE coupons (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code text NOT NULL,
    discount_percent int NOT NULL CHECK (discount_percent BETWEEN 1 AND 100),
    is_forever boolean NOT NULL,
    expiry_date date,
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    CHECK (is_forever OR expiry_date IS NOT NULL)
  );
  CREATE UNIQUE INDEX coupons_code ON coupons (code) WHERE deleted_at IS NULL;

  CREATE TABLE orders (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    ref uuid NOT NULL UNIQUE,
    version int NOT NULL DEFAULT 1,
    buyer_id int NOT NULL,
    way text NOT NULL CHECK (way IN ('paypal', 'arranged')),
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'cancelled')),
    payment_state text NOT NULL DEFAULT 'created'
      CHECK (payment_state IN ('created', 'capturing', 'pending', 'paid', 'review', 'declined', 'expired', 'refunded')),
    closed text CHECK (closed IN ('replaced', 'cancelled')),
    customer jsonb NOT NULL,
    subtotal_cents int NOT NULL,
    discount_cents int NOT NULL,
    fee_cents int NOT NULL,
    total_cents int NOT NULL CHECK (total_cents > 0 AND total_cents = subtotal_cents - discount_cents + fee_cents),
    coupon_id int REFERENCES coupons,
    coupon_code text,
    coupon_percent int,
    paypal_order_id text UNIQUE,
    attempt int NOT NULL DEFAULT 1,
    reserved_until timestamptz,
    next_check_at timestamptz,
    checks int NOT NULL DEFAULT 0,
    review_capture_id text,
    created_at timestamptz NOT NULL DEFAULT now(),
    paid_at timestamptz
  );
  CREATE INDEX orders_of_buyer ON orders (buyer_id, created_at);
  CREATE INDEX orders_reserved ON orders (reserved_until) WHERE payment_state = 'created';
  CREATE INDEX orders_to_check ON orders (next_check_at) WHERE payment_state IN ('capturing', 'pending');
  CREATE INDEX orders_of_coupon ON orders (coupon_id) WHERE coupon_id IS NOT NULL;

  CREATE TABLE order_items (
    order_id int NOT NULL REFERENCES orders,
    product_id int NOT NULL,
    position int NOT NULL,
    name text NOT NULL,
    category text NOT NULL,
    img text NOT NULL,
    seller_id int,
    store_name text NOT NULL,
    project_name text,
    project_chosen boolean NOT NULL,
    price_cents int NOT NULL,
    project_cents int NOT NULL,
    discount_cents int NOT NULL,
    paid_cents int NOT NULL CHECK (paid_cents = price_cents + project_cents - discount_cents),
    link_revision int NOT NULL DEFAULT 1,
    download_count int NOT NULL DEFAULT 0,
    project_download_count int NOT NULL DEFAULT 0,
    contract_hash text,
    PRIMARY KEY (order_id, product_id)
  );

  CREATE TABLE order_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id int NOT NULL REFERENCES orders,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    event text NOT NULL,
    detail text
  );
  CREATE INDEX order_events_of_order ON order_events (order_id, id);
`;

/** The buyer whose order stands in the row has the track. The row stays when the claim ends, so that versions only grow. */
const CLAIMS = `
  CREATE TABLE sale_claims (
    product_id int PRIMARY KEY,
    order_id int REFERENCES orders,
    buyer_id int,
    state text NOT NULL CHECK (state IN ('free', 'reserved', 'capturing', 'sold')),
    expires_at timestamptz,
    version int NOT NULL DEFAULT 1,
    CHECK ((state = 'free') = (order_id IS NULL)),
    CHECK ((state = 'reserved') = (expires_at IS NOT NULL))
  );
  CREATE INDEX sale_claims_of_order ON sale_claims (order_id);
  CREATE INDEX sale_claims_of_buyer ON sale_claims (buyer_id) WHERE state IN ('reserved', 'capturing');

  CREATE FUNCTION keep_sold() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM orders WHERE id = OLD.order_id AND payment_state = 'refunded') THEN
        RAISE EXCEPTION 'track % is sold', OLD.product_id;
      END IF;
      RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    END $$;
  CREATE TRIGGER sold_is_final BEFORE UPDATE OR DELETE ON sale_claims
    FOR EACH ROW WHEN (OLD.state = 'sold') EXECUTE FUNCTION keep_sold();
`;

const PAYMENTS = `
  CREATE TABLE payments (
    capture_id text PRIMARY KEY,
    order_id int NOT NULL UNIQUE REFERENCES orders,
    method text NOT NULL CHECK (method IN ('paypal', 'crypto', 'bank', 'other')),
    reference text NOT NULL,
    amount_cents int NOT NULL,
    provider_fee_cents int,
    captured_at timestamptz NOT NULL
  );
  CREATE TABLE refunds (
    refund_id text PRIMARY KEY,
    order_id int NOT NULL REFERENCES orders,
    capture_id text NOT NULL,
    amount_cents int NOT NULL,
    refunded_at timestamptz NOT NULL
  );
  CREATE INDEX refunds_of_order ON refunds (order_id);
  CREATE TABLE webhook_events (
    id text PRIMARY KEY,
    type text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now()
  );
`;
