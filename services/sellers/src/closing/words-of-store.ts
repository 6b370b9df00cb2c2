import type { EntityManager } from 'typeorm';
import { addressOfNobodyElse } from '../user-copies/user-copies';

/**
 * Words that identify the owner of an open store, besides the account's own: store name, social link and payout details. An address that
 * another account has now is that account's.
 */
export const wordsOfStore = (db: EntityManager, userId: number) =>
  db.query<{ word: string }[]>(
    `SELECT DISTINCT trim(word) AS word
     FROM sellers, unnest(ARRAY[store_name, paypal_email, card_holder_name, social_link]) AS word
     WHERE user_id = $1 AND deleted_at IS NULL AND trim(word) <> '' AND ${addressOfNobodyElse('trim(word)')}`,
    [userId],
  );
