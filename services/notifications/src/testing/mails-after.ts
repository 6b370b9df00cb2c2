import { deliver, forAllTests, openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import { schema } from '../database';
import { subscriptionsOf } from '../subscriptions';
import { site } from './notifications-app';
import { openSmtpInbox, type Received } from './smtp-inbox';

export const OPERATOR = 'admin@example.com';
export const SELLER = 'nora@example.com';

/**
 * Opens a mail server for the tests of one file, and a database for each test.
 * @returns the mails of an event that comes three times
 */
export function useMails(): (event: { type: string; data: unknown }) => Promise<Received[]> {
  const subscriptions = subscriptionsOf(site, OPERATOR);
  const inbox = forAllTests(() => openSmtpInbox(site));
  let db: TestDatabase;
  beforeEach(async () => {
    db = await openTestDatabase(schema);
  });
  afterEach(() => db.drop());

  return async (event) => {
    await deliver(db.source, subscriptions, event, 3);
    const mails = await inbox.fetch(db.source);
    expect(await db.source.query(`SELECT recipient, reason FROM mails WHERE state NOT IN ('sent', 'held')`)).toEqual([]);
    return mails;
  };
}
