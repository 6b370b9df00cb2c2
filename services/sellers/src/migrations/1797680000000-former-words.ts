import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Former words of a store, for the erasure of its owner: stored mails may contain them. Words of erased owners are not stored. */
export class FormerWords1797680000000 implements MigrationInterface {
  name = 'FormerWords1797680000000';

  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE former_words (
        seller_id integer NOT NULL REFERENCES sellers,
        word text NOT NULL,
        lost_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (seller_id, word)
      );
      CREATE FUNCTION keep_former_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO former_words (seller_id, word)
        SELECT OLD.id, word FROM (
          SELECT unnest(ARRAY[OLD.store_name, OLD.social_link, OLD.paypal_email, OLD.card_holder_name])
          EXCEPT SELECT unnest(ARRAY[NEW.store_name, NEW.social_link, NEW.paypal_email, NEW.card_holder_name])
        ) AS lost (word)
        WHERE word IS NOT NULL AND NOT EXISTS (SELECT 1 FROM user_copies WHERE user_id = OLD.user_id AND deleted)
        ON CONFLICT (seller_id, word) DO UPDATE SET lost_at = now();
        RETURN NULL;
      END $$;
      CREATE TRIGGER words_are_kept AFTER UPDATE OF store_name, social_link, paypal_email, card_holder_name ON sellers
        FOR EACH ROW EXECUTE FUNCTION keep_former_words();
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TRIGGER words_are_kept ON sellers;
      DROP FUNCTION keep_former_words;
      DROP TABLE former_words;
    `);
  }
}
