import assert from 'node:assert/strict';
import {
  EVENTS_ABOUT_PEOPLE,
  EVENTS_ABOUT_STORES,
  type Concerns,
  type DataOf,
  type PersonForgotten,
  type UserDeleted,
} from '@shop/contracts/events';
import { forgetInInbox, secretsOf, type Tx } from '@shop/messaging';
import { allowLong } from '@shop/postgres';
import type { EntityManager } from 'typeorm';
import { forgetContactsOf } from '../contact-addresses/contact-addresses';
import { waitForOthersToQueue } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { WRITTEN_BY, writtenBy } from '../messages/send-message';
import { forgetSubscribersBefore } from '../subscribers/delete-subscribers';
import { ACCOUNT, OF_ACCOUNT, TO_PERSON, TO_STORE_OWNER } from './mails-of-account';

/** An account may have had the operator's address: mails to the operator stay, and that address is no word for a person. */
export const forgetReactions = (site: Site, operator: string) => {
  const isOperator = (word: string) => word.trim().toLowerCase() === operator.toLowerCase();
  const blankMentionsOf = async (db: EntityManager, words: readonly string[], concerning: Concerning) => {
    for (const word of words) if (!isOperator(word)) await blankMentions(db, word, concerning);
  };
  return {
    /**
     * Deletes a deleted account's mails, even waiting ones, and its subscription, by all addresses it had or typed
     * (docs/product/accounts.md#what-erasing-an-account-does). If another account has the address now, only older mails go. Mails
     * that mention the person are blanked; names count only in mails about the account.
     */
    async forgetAddressWhenUserDeleted(
      tx: Tx,
      { userId, email, formerEmails, handedOn, words }: DataOf<typeof UserDeleted>,
    ): Promise<void> {
      const { db, cause } = tx;
      assert(cause, 'an erasure is an event');
      refuseBlanked(words);
      // This reads all mails of a month, and waits for one that is being sent.
      await allowLong(db.queryRunner);
      const forgetWaiting = () => forgetInInbox(db, secretsOf(EVENTS_ABOUT_PEOPLE), { userId: [userId], buyerId: [userId] });
      // Blanks waiting events first, so that a retry under way has queued its mail.
      await forgetWaiting();
      await waitForOthersToQueue(db);
      await forgetContactsOf(db, userId);
      await db.query(`DELETE FROM mails WHERE kind = ANY($1) AND ${ACCOUNT} = $2`, [OF_ACCOUNT, String(userId)]);
      const ownAddresses = [email, ...formerEmails.map((address) => address.email)].filter((address) => address !== '');
      const theirs: Concerning = { which: [{ account: [userId] }], before: cause.occurredAt };
      await db.query(
        `DELETE FROM mails WHERE lower(recipient) = ANY($1) AND lower(recipient) <> lower($2)
           AND (concerns @> ANY($3::jsonb[]) OR created_at < $4)`,
        [ownAddresses, operator, theirs.which, theirs.before],
      );
      for (const before of handedOn) await forgetBefore(db, before, operator);
      await forgetSubscribersBefore(tx, site, ownAddresses, cause.occurredAt, cause.id);
      await blank(db, WRITTEN_BY, writtenBy(userId));
      await blankMentionsOf(db, ownAddresses, theirs);
      await blankMentionsOf(db, wordsIn(words), { which: theirs.which });
      // Again, because a delivery may have failed meanwhile.
      await forgetWaiting();
    },

    /**
     * Blanks the words that another service knew the person by: in mails about the person or their store, and in waiting events
     * about either. Mails to the person or the owner of the store are deleted, and the addresses that the person typed: what that
     * service had told before it erased the person may have come after the erasure here.
     */
    async forgetWordsWhenPersonForgotten({ db }: Tx, { userId, sellerId, words }: DataOf<typeof PersonForgotten>): Promise<void> {
      refuseBlanked(words);
      await allowLong(db.queryRunner);
      const stores = sellerId ? [sellerId] : [];
      const forgetWaiting = async () => {
        await forgetInInbox(db, secretsOf(EVENTS_ABOUT_PEOPLE), { userId: [userId], buyerId: [userId] });
        await forgetInInbox(db, secretsOf(EVENTS_ABOUT_STORES), { sellerId: stores });
      };
      await forgetWaiting();
      await waitForOthersToQueue(db);
      await forgetContactsOf(db, userId);
      const aboutStores = stores.map((store) => ({ store: [store] }));
      const aboutPerson = { account: [userId] };
      await db.query(
        `DELETE FROM mails WHERE (kind = ANY($1) AND concerns @> ANY($2::jsonb[]) OR kind = ANY($3) AND concerns @> $4)
           AND lower(recipient) <> lower($5)`,
        [TO_STORE_OWNER, aboutStores, TO_PERSON, aboutPerson, operator],
      );
      const concerns = [aboutPerson, ...aboutStores];
      await blankMentionsOf(db, wordsIn(words), { which: concerns });
      await forgetWaiting();
    },
  };
};

/** Deletes mails to an address that had another owner until then. Mails that mention it may be about the new owner and stay. */
const forgetBefore = (db: EntityManager, { email, until }: { email: string; until: string }, operator: string) =>
  db.query('DELETE FROM mails WHERE lower(recipient) = lower($1) AND lower(recipient) <> lower($2) AND created_at < $3', [
    email,
    operator,
    until,
  ]);

/**
 * Parks an erasure that was sent again after its words were blanked: without them it would leave the person's addresses in place
 * (docs/runbooks/parked-messages.md#an-erasure-without-addresses). An account that is announced again has no words at all.
 */
function refuseBlanked(words: readonly { word: string }[]): void {
  if (words.some(({ word }) => word === '')) throw new Error('the event has lost the addresses of the person');
}

const wordsIn = (words: readonly { word: string }[]) => words.map(({ word }) => word);

/** The mails that concern one of these, and all mails from before a moment. */
type Concerning = { which: readonly Concerns[]; before?: string };

/** The letters of words in Latin, Greek and Cyrillic. Other scripts may write words without spaces. */
const LETTER = '[a-z0-9\u00df-\u052f]';

/**
 * A pattern that finds a word, but not within a longer one: no "anna" in "susanna". For addresses, signs between letters count too:
 * no "anna@example.com" in "mary.anna@example.com.au", but in "-anna@example.com".
 */
const wholeWord = (word: string) => {
  const literally = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const [before, after] = word.includes('@') ? ['[._%+-]*', '[.-]*'] : ['', ''];
  return `(?<!${LETTER}${before})${literally}(?!${after}${LETTER})`;
};

/** A shorter word identifies nobody, and would be found in every mail. */
const SHORTEST = 4;

/** Names with joiners and without count as the same. */
const JOINERS = '\u200c\u200d';
const withoutJoiners = (sql: string) => `translate(${sql}, '${JOINERS}', '')`;

/** SQL for all words of a mail and its answer address, in lower case. */
const SAID = withoutJoiners(`lower(concat_ws(E'\n', subject, reply_to, (
  SELECT string_agg(said #>> '{}', E'\n')
  FROM unnest('{$.**.text,$.**.title,$.**.label,$.**.value,$.**.note}'::jsonpath[]) AS place, jsonb_path_query(blocks, place) AS said)))`);

/** SQL for the same as JSON: it holds every word, escaped, and is searched ten times as fast. */
const SAID_AS_JSON = withoutJoiners('lower(jsonb_build_array(subject, reply_to, blocks)::text)');

/** Blanks these mails if they mention a word. Postgres lowers the word too: it does so differently from JavaScript. */
async function blankMentions(db: EntityManager, text: string, { which, before }: Concerning): Promise<void> {
  const word = text.trim().replace(/[\u200c\u200d]/g, '');
  if (word.length < SHORTEST) return;
  const escapedWord = JSON.stringify(word).slice(1, -1);
  const mention = `(concerns @> ANY($1::jsonb[]) OR created_at < $2) AND strpos(${SAID_AS_JSON}, lower($3)) > 0 AND ${SAID} ~ lower($4)`;
  await blank(db, mention, which, before ?? null, escapedWord, wholeWord(word));
}

/** Blanks mails that match a condition, once they are sent. It waits for a mail that is being sent, which then counts as sent. */
async function blank(db: EntityManager, condition: string, ...values: unknown[]): Promise<void> {
  await db.query(`UPDATE mails SET secret = true WHERE state IN ('held', 'waiting') AND ${condition}`, values);
  await db.query(
    `UPDATE mails SET subject = '', blocks = '[]', contracts = '[]', headers = '{}', reply_to = NULL
     WHERE state IN ('sent', 'failed') AND ${condition}`,
    values,
  );
}
