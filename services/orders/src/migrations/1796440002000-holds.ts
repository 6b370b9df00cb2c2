import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The holds of each track, paid or not, for the limits on holding without paying. Rows are deleted after some days; the client's
 * address is stored as a keyed hash. The track's claim decides who has it, not this table.
 */
export class Holds1796440002000 implements MigrationInterface {
  name = 'Holds1796440002000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE holds (
        order_id int NOT NULL REFERENCES orders,
        product_id int NOT NULL,
        buyer_id int NOT NULL,
        client text NOT NULL,
        way text NOT NULL CHECK (way IN ('paypal', 'arranged')),
        held_at timestamptz NOT NULL DEFAULT now(),
        until timestamptz NOT NULL,
        PRIMARY KEY (order_id, product_id)
      );
      CREATE INDEX holds_of_product ON holds (product_id, held_at);
      CREATE INDEX holds_of_client ON holds (client);
      CREATE INDEX holds_by_age ON holds (held_at);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE holds');
  }
}
