import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What reached the buyer of an order, and when: each use of a link, and each mail that the mail server took. */
export class OrderDeliveries1798470004000 implements MigrationInterface {
  name = 'OrderDeliveries1798470004000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE order_deliveries (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        order_id int NOT NULL REFERENCES orders,
        at timestamptz NOT NULL DEFAULT now(),
        product_id int,
        project boolean,
        mail_id uuid UNIQUE,
        mail_kind text,
        CHECK (num_nulls(product_id, project) = 0 AND num_nulls(mail_id, mail_kind) = 2
          OR num_nulls(product_id, project) = 2 AND num_nulls(mail_id, mail_kind) = 0)
      );
      CREATE INDEX order_deliveries_of ON order_deliveries (order_id, id);
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE order_deliveries');
  }
}
