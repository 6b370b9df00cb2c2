import type { MigrationInterface, QueryRunner } from 'typeorm';

const keepSold = (exception: string) => `
  CREATE OR REPLACE FUNCTION keep_sold() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM orders WHERE id = OLD.order_id AND payment_state = 'refunded') ${exception} THEN
        RAISE EXCEPTION 'track % is sold', OLD.product_id;
      END IF;
      RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    END $$;`;

/** A track that was given back alone can be freed too: its sale is undone, though its order stays paid. */
export class FreeReturnedTracks1798460000000 implements MigrationInterface {
  name = 'FreeReturnedTracks1798460000000';

  async up(db: QueryRunner) {
    await db.query(
      keepSold(`AND NOT EXISTS (
        SELECT 1 FROM order_items WHERE order_id = OLD.order_id AND product_id = OLD.product_id AND refunded = 'track')`),
    );
  }

  async down(db: QueryRunner) {
    await db.query(keepSold(''));
  }
}
