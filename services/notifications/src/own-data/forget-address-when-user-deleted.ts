import assert from 'node:assert/strict';
import {
  EVENTS_ABOUT_PEOPLE,
  EVENTS_ABOUT_STORES,
  type Concerns,
  type DataOf,
  type PersonForgotten,
  type UserDeleted,
} from '@shop/contracts/events';
import { allowLong, forgetInInbox, secretsOf, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { forgetContactsOf } from '../contact-addresses/contact-addresses';
import { waitForOthersToQueue } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { WRITTEN_BY, writtenBy } from '../messages/send-message';
import { forgetSubscribersBefore } from '../subscribers/delete-subscribers';
import { ACCOUNT, OF_ACCOUNT, TO_STORE_OWNER } from './mails-of-account';

/**
 * What notifications forgets of somebody who is erased. An account may have had the operator's address: the mails that go there as the
 * operator's are not deleted with it, and the address is no word for a person.
 */
export const forgetReactions = (site: Site, operator: string) => {
  const isOperator = (word: string) => word.trim().toLowerCase() === operator.toLowerCase();
  const blankMentionsOf = async (db: EntityManager, words: readonly string[], concerning: Concerning) => {
    for (const word of words) if (!isOperator(word)) await blankMentions(db, word, concerning);
  };
  return {
    /**
     * Removes what is kept by the addresses of a deleted account, its own and those that it typed: its mails, also those that wait, and its
     * subscription (docs/product/accounts.md#what-erasing-an-account-does). Of an address that another account has by now only what came
     * before goes, also when the erasure is handled late and its own address has been registered anew. What the account wrote is blanked
     * once it is sent, and so is what mentions an address that it had. Other words for the person are looked for in the mails about the
     * account alone: anybody may take any name.
     */
    async forgetAddressWhenUserDeleted(
      tx: Tx,
      { userId, email, formerEmails, handedOn, words }: DataOf<typeof UserDeleted>,
    ): Promise<void> {
      const { db, cause } = tx;
      assert(cause, 'an erasure is an event');
      refuseBlanked(words);
      // reads all mails of a month, and waits for one that is being sent
      await allowLong(db.queryRunner);
      const forgetWaiting = () => forgetInInbox(db, secretsOf(EVENTS_ABOUT_PEOPLE), { userId: [userId], buyerId: [userId] });
      // first, so that a retry under way has queued its mail
      await forgetWaiting();
      await waitForOthersToQueue(db);
      await forgetContactsOf(db, userId);
      await db.query(`DELETE FROM mails WHERE kind = ANY($1) AND ${ACCOUNT} = $2`, [OF_ACCOUNT, String(userId)]);
      const own = [email, ...formerEmails.map((one) => one.email)].filter((one) => one !== '');
      const theirs: Concerning = { which: [{ account: [userId] }], before: cause.occurredAt };
      await db.query(
        `DELETE FROM mails WHERE lower(recipient) = ANY($1) AND lower(recipient) <> lower($2)
           AND (concerns @> ANY($3::jsonb[]) OR created_at < $4)`,
        [own, operator, theirs.which, theirs.before],
      );
      for (const before of handedOn) await forgetBefore(db, before, operator);
      await forgetSubscribersBefore(tx, site, own, cause.occurredAt, cause.id);
      await blank(db, WRITTEN_BY, writtenBy(userId));
      await blankMentionsOf(db, own, theirs);
      await blankMentionsOf(db, wordsIn(words), { which: theirs.which });
      // and last, for a delivery that failed meanwhile
      await forgetWaiting();
    },

    /**
     * Blanks mails about the person or their store by the words that another service knew the person by, and takes them out of events about
     * the store that wait. Mails to the owner of the store are deleted.
     */
    async forgetWordsWhenPersonForgotten({ db }: Tx, { userId, sellerId, words }: DataOf<typeof PersonForgotten>): Promise<void> {
      refuseBlanked(words);
      await allowLong(db.queryRunner);
      const stores = sellerId ? [sellerId] : [];
      const forgetWaiting = () => forgetInInbox(db, secretsOf(EVENTS_ABOUT_STORES), { sellerId: stores });
      await forgetWaiting();
      await waitForOthersToQueue(db);
      const aboutStores = stores.map((store) => ({ store: [store] }));
      await db.query(
        'DELETE FROM mails WHERE kind = ANY($1) AND concerns @> ANY($2::jsonb[]) AND lower(recipient) <> lower($3)',
        [TO_STORE_OWNER, aboutStores, operator],
      );
      const which = [{ account: [userId] }, ...aboutStores];
      await blankMentionsOf(db, wordsIn(words), { which });
      await forgetWaiting();
    },
  };
};

/** Mails to an address that had another owner until then. What mentions it may be about the new one: that is left to the other words. */
const forgetBefore = (db: EntityManager, { email, until }: { email: string; until: string }, operator: string) =>
  db.query('DELETE FROM mails WHERE lower(recipient) = lower($1) AND lower(recipient) <> lower($2) AND created_at < $3', [
    email,
    operator,
    until,
  ]);

/**
 * Parks an erasure that was sent again after its words were blanked: handled without them, it would leave the person's addresses where
 * they are (docs/runbooks/parked-messages.md#an-erasure-without-addresses). An account that is said again has no words at all.
 */
function refuseBlanked(words: readonly { word: string }[]): void {
  if (words.some(({ word }) => word === '')) throw new Error('the event has lost the addresses of the person');
}

const wordsIn = (words: readonly { word: string }[]) => words.map(({ word }) => word);

/** The mails that concern one of these, and all that came before a moment. */
type Concerning = { which: readonly Concerns[]; before?: string };

/** What a word goes on with in Latin, Greek and Cyrillic. Other scripts may write words without spaces. */
const LETTER = '[a-z0-9\u00df-\u052f]';

/**
 * A pattern that finds a word, and not within a longer one: no "anna" in "susanna". An address is not found within a longer address either,
 * which may have signs between its letters: no "anna@example.com" in "mary.anna@example.com.au", but in "-anna@example.com".
 */
const wholeWord = (word: string) => {
  const literally = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const [before, after] = word.includes('@') ? ['[._%+-]*', '[.-]*'] : ['', ''];
  return `(?<!${LETTER}${before})${literally}(?!${after}${LETTER})`;
};

/** A shorter word identifies nobody, and would be found in every mail. */
const SHORTEST = 4;

/** SQL for all that a mail says and who is answered, in lower case. */
const SAID = `lower(concat_ws(E'\n', subject, reply_to, (
  SELECT string_agg(said #>> '{}', E'\n')
  FROM unnest('{$.**.text,$.**.title,$.**.label,$.**.value,$.**.note}'::jsonpath[]) AS place, jsonb_path_query(blocks, place) AS said)))`;

/** SQL for the same as JSON. It holds every word that is said, escaped, and is searched ten times as fast. */
const SAID_AS_JSON = 'lower(jsonb_build_array(subject, reply_to, blocks)::text)';

/** Blanks the mails that mention a word, among these. Postgres lowers the word too: its small letters are not those of JavaScript. */
async function blankMentions(db: EntityManager, said: string, { which, before }: Concerning): Promise<void> {
  const word = said.trim();
  if (word.length < SHORTEST) return;
  const escaped = JSON.stringify(word).slice(1, -1);
  const mention = `(concerns @> ANY($1::jsonb[]) OR created_at < $2) AND strpos(${SAID_AS_JSON}, lower($3)) > 0 AND ${SAID} ~ lower($4)`;
  await blank(db, mention, which, before ?? null, escaped, wholeWord(word));
}

/** Blanks mails that a condition names, once they are sent. One that is being sent meanwhile is waited for, and is one of the sent then. */
async function blank(db: EntityManager, which: string, ...values: unknown[]): Promise<void> {
  await db.query(`UPDATE mails SET secret = true WHERE state IN ('held', 'waiting') AND ${which}`, values);
  await db.query(
    `UPDATE mails SET subject = '', blocks = '[]', contracts = '[]', headers = '{}', reply_to = NULL
     WHERE state IN ('sent', 'failed') AND ${which}`,
    values,
  );
}
