import type { EntityManager } from 'typeorm';

/** What the owner of a store is known by here besides the account: the store's name and where it is paid to. */
export const wordsOfStore = (db: EntityManager, userId: number) =>
  db.query<{ word: string }[]>(
    `SELECT DISTINCT trim(word) AS word
     FROM sellers, unnest(ARRAY[store_name, paypal_email, card_holder_name, social_link]) AS word
     WHERE user_id = $1 AND deleted_at IS NULL AND trim(word) <> ''`,
    [userId],
  );
