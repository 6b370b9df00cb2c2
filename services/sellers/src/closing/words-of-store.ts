import type { EntityManager } from 'typeorm';
import { addressOfNobodyElse } from '../user-copies/user-copies';

/** At most this many of the newest former words are told, because every stored mail is searched for each. */
const MOST_FORMER_WORDS = 100;

/**
 * Words that identify the owner of a store, besides the account's own: store name, social link and payout details, now and until a
 * while ago. The name of a closed store does not count, nor an address that another account has now.
 */
export const wordsOfStore = (db: EntityManager, userId: number) =>
  db.query<{ word: string }[]>(
    `SELECT DISTINCT trim(word) AS word FROM (
       SELECT unnest(ARRAY[CASE WHEN deleted_at IS NULL THEN store_name END, paypal_email, card_holder_name, social_link])
       FROM sellers WHERE user_id = $1
       UNION (SELECT word FROM former_words JOIN sellers ON id = seller_id WHERE user_id = $1 ORDER BY lost_at DESC, word LIMIT $2)
     ) AS known (word)
     WHERE trim(word) <> '' AND ${addressOfNobodyElse('trim(word)')} ORDER BY word`,
    [userId, MOST_FORMER_WORDS],
  );

/** Twice as long as mails are stored, because they may have waited to be sent. */
const FORMER_WORDS_DAYS = 60;

/** Stores a store's contact addresses before its submissions are deleted. A trigger stores the words of the store itself. */
export const saveContactsOf = (db: EntityManager, sellerId: number) =>
  db.query(
    `INSERT INTO former_words (seller_id, word)
     SELECT DISTINCT seller_id, contact_email FROM track_submissions WHERE seller_id = $1 AND contact_email <> ''
     ON CONFLICT (seller_id, word) DO UPDATE SET lost_at = now()`,
    [sellerId],
  );

/** Removes words that no stored mail can contain any more. */
export const forgetOldWords = (db: EntityManager) =>
  db.query('DELETE FROM former_words WHERE lost_at < now() - make_interval(days => $1)', [FORMER_WORDS_DAYS]);

export const forgetWordsOf = (db: EntityManager, sellerId: number) =>
  db.query('DELETE FROM former_words WHERE seller_id = $1', [sellerId]);
