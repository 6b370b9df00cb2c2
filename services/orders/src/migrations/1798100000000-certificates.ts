import type { MigrationInterface, QueryRunner } from 'typeorm';

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** The bytes of two random UUIDs that are random in all their bits, 13 of each: a letter of the code from each. */
const RANDOM_BYTES = [0, 16].flatMap((from) => [0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 14].map((at) => from + at));

/**
 * Sales of before get a certificate too, and those that were refunded or are under review its change. The contracts of them keep
 * their bytes. A buyer who was forgotten has no salt.
 */
async function certifyEarlierSales(db: QueryRunner) {
  const letters = RANDOM_BYTES.map((at) => `substr('${LETTERS}', (get_byte(bytes, ${at}) & 31) + 1, 1)`).join(' || ');
  await db.query(`
    UPDATE order_items AS item SET certificate_code = ${letters}
    FROM (SELECT id, product_id, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) AS bytes
      FROM orders JOIN order_items ON order_id = id WHERE paid_at IS NOT NULL) AS sold
    WHERE item.order_id = sold.id AND item.product_id = sold.product_id;
    INSERT INTO certificates (order_id, product_id, salt, made_at)
      SELECT id, product_id,
        CASE WHEN customer->>'email' <> '' THEN replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') END, paid_at
      FROM orders JOIN order_items ON order_id = id WHERE paid_at IS NOT NULL;
    INSERT INTO certificate_changes (order_id, product_id, kind, reason, changed_at)
      SELECT id, product_id, 'revoked', 'refund',
        COALESCE((SELECT max(at) FROM order_events WHERE order_events.order_id = id AND event = 'refunded'), now())
      FROM orders JOIN order_items ON order_id = id WHERE paid_at IS NOT NULL AND payment_state = 'refunded';
    INSERT INTO certificate_changes (order_id, product_id, kind, reason)
      SELECT id, product_id, 'suspended', 'other'
      FROM orders JOIN order_items ON order_id = id WHERE paid_at IS NOT NULL AND payment_state = 'review';
  `);
}

/**
 * Certificates of sold tracks, and the sales log: leaves, the hashes of its tiles and its signed heads, to which rows are only added.
 * An order keeps what its contracts state of the log; orders of before have contracts of the first layout.
 */
export class Certificates1798100000000 implements MigrationInterface {
  name = 'Certificates1798100000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE log_leaves (
        index bigint PRIMARY KEY CHECK (index >= 0),
        leaf text NOT NULL,
        appended_at timestamptz NOT NULL DEFAULT now()
      );
      -- level 0: hashes of leaves; each of level n + 1 is the root of 256 of level n
      CREATE TABLE log_hashes (
        level smallint NOT NULL,
        index bigint NOT NULL,
        hash bytea NOT NULL CHECK (length(hash) = 32),
        PRIMARY KEY (level, index)
      );
      CREATE TABLE log_heads (
        size bigint PRIMARY KEY,
        root bytea NOT NULL CHECK (length(root) = 32),
        origin text NOT NULL,
        note text NOT NULL,
        signed_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'The sales log only grows';
        END $$;
      CREATE TRIGGER log_leaves_grow BEFORE UPDATE OR DELETE ON log_leaves FOR EACH ROW EXECUTE FUNCTION refuse_log_change();
      CREATE TRIGGER log_hashes_grow BEFORE UPDATE OR DELETE ON log_hashes FOR EACH ROW EXECUTE FUNCTION refuse_log_change();
      CREATE TRIGGER log_heads_grow BEFORE UPDATE OR DELETE ON log_heads FOR EACH ROW EXECUTE FUNCTION refuse_log_change();

      -- public keys that have signed, so that what they signed can be checked after they were retired
      CREATE TABLE signing_keys (
        purpose text NOT NULL CHECK (purpose IN ('certificate', 'log')),
        public_key bytea NOT NULL,
        added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (purpose, public_key)
      );

      CREATE TABLE certificates (
        order_id int NOT NULL,
        product_id int NOT NULL,
        salt text,
        text text,
        leaf_index bigint UNIQUE REFERENCES log_leaves,
        made_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (order_id, product_id),
        FOREIGN KEY (order_id, product_id) REFERENCES order_items ON DELETE CASCADE,
        CHECK ((text IS NULL) = (leaf_index IS NULL))
      );
      CREATE INDEX certificates_to_log ON certificates (made_at) WHERE leaf_index IS NULL;

      CREATE TABLE certificate_changes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        order_id int NOT NULL,
        product_id int NOT NULL,
        kind text NOT NULL CHECK (kind IN ('suspended', 'revoked', 'reinstated')),
        reason text NOT NULL CHECK (reason IN ('claim', 'dispute', 'refund', 'rights', 'other')),
        changed_at timestamptz NOT NULL DEFAULT now(),
        leaf_index bigint UNIQUE REFERENCES log_leaves,
        FOREIGN KEY (order_id, product_id) REFERENCES certificates ON DELETE CASCADE
      );
      CREATE INDEX certificate_changes_of ON certificate_changes (order_id, product_id);
      CREATE INDEX certificate_changes_to_log ON certificate_changes (id) WHERE leaf_index IS NULL;

      -- a sale that was refunded is in the log too, with the hash of its contract
      DROP INDEX orders_to_hash;
      CREATE INDEX orders_to_hash ON orders (id) WHERE paid_at IS NOT NULL AND NOT contracts_hashed;

      ALTER TABLE order_items
        ADD COLUMN certificate_code text UNIQUE,
        ADD COLUMN shows_buyer boolean NOT NULL DEFAULT false;
      ALTER TABLE orders
        ADD COLUMN site_url text,
        ADD COLUMN log_size int,
        ADD COLUMN log_root text;
    `);
    await certifyEarlierSales(db);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP INDEX orders_to_hash;
      CREATE INDEX orders_to_hash ON orders (id) WHERE payment_state = 'paid' AND NOT contracts_hashed;
      ALTER TABLE orders DROP COLUMN site_url, DROP COLUMN log_size, DROP COLUMN log_root;
      ALTER TABLE order_items DROP COLUMN certificate_code, DROP COLUMN shows_buyer;
      DROP TABLE certificate_changes, certificates, signing_keys, log_heads, log_hashes, log_leaves;
      DROP FUNCTION refuse_log_change;
    `);
  }
}
