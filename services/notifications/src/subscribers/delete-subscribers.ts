import type { SubscriberStatus } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import { notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { queryLong } from '@shop/postgres';
import { newToken } from '@shop/shared';
import type { DataSource, EntityManager } from 'typeorm';
import { queueMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { confirmationMail, TO_SUBSCRIBERS } from './subscriber-mails';
import { CONFIRM_DAYS, Subscriber } from './subscriber.entity';

/*
 * Deleting a subscriber removes the address and the newsletter's mails to it. Links of old mails then answer 404, and a new
 * subscription begins at the first step. So the audit log gets numbers and no addresses.
 */

/** Deletes one subscriber (docs/product/newsletter.md#subscribers). @throws Refusal 404 */
export async function deleteSubscriber({ db, emit }: Tx, adminId: number, id: number): Promise<void> {
  const subscriber = await locked(db, Subscriber, { id });
  if (!subscriber) throw notFound('subscriber');
  await db.delete(Subscriber, { id });
  await deleteMailsTo(db, [subscriber.email]);
  const before = { is_active: subscriber.isActive, created_at: subscriber.createdAt.toISOString() };
  const subject = { type: 'subscriber', id, name: `Subscriber ${id}` };
  await emit(...adminActed(adminId, 'subscriber.deleted', subject, { before, after: null }));
}

/**
 * Deletes all subscribers of a status: `active` ones have confirmed, `inactive` ones have not confirmed yet or have unsubscribed.
 * @returns how many; for none, the audit log gets no entry
 */
export async function deleteSubscribersOf({ db, emit }: Tx, adminId: number, status: SubscriberStatus): Promise<number> {
  const [rows] = await db.query<[{ email: string }[]]>('DELETE FROM subscribers WHERE is_active = $1 RETURNING email', [
    status === 'active',
  ]);
  const count = rows.length;
  if (count === 0) return 0;
  await deleteMailsTo(
    db,
    rows.map(({ email }) => email),
  );
  const subject = { type: 'subscribers', id: null, name: `All ${status} subscribers` };
  await emit(...adminActed(adminId, 'subscribers.deleted', subject, { before: { status, count }, after: null }));
  return count;
}

/** Each wish for the newsletter moves `updated_at`. */
const UNCONFIRMED = 'NOT is_active AND confirm_token IS NOT NULL AND updated_at < now() - make_interval(days => $1)';

/**
 * Deletes addresses that nobody confirmed in time, and the mails to them: a stranger may have typed them. Earlier subscribers stay
 * for good, because the unsubscribe links of old mails must keep working; only the link that would confirm them again ends.
 */
export const forgetUnconfirmedSubscribers = (source: DataSource) =>
  queryLong(
    source,
    `WITH forgotten AS (
       DELETE FROM subscribers WHERE ${UNCONFIRMED} AND confirmed_at IS NULL RETURNING email),
     ended AS (
       UPDATE subscribers SET confirm_token = NULL WHERE ${UNCONFIRMED} AND confirmed_at IS NOT NULL)
     DELETE FROM mails USING forgotten WHERE kind = ANY($2) AND recipient = forgotten.email`,
    [CONFIRM_DAYS, TO_SUBSCRIBERS],
  );

/**
 * Deletes the subscriptions with these addresses from before a moment. A subscription asked for or confirmed since then belongs to
 * the present owner and stays, with its age reset. If it was running, the owner gets a mail to confirm it, once for each `wish`.
 */
export async function forgetSubscribersBefore(
  tx: Tx,
  site: Site,
  addresses: readonly string[],
  moment: string,
  wish: string,
): Promise<void> {
  const { db } = tx;
  const theirs = 'lower(email) = ANY($1) AND created_at < $2';
  await db.query(`DELETE FROM subscribers WHERE ${theirs} AND (updated_at < $2 OR NOT is_active AND confirm_token IS NULL)`, [
    addresses,
    moment,
  ]);
  const subscribers = await db.query<{ id: number; email: string }[]>(
    `SELECT id, email FROM subscribers WHERE ${theirs} AND is_active AND coalesce(confirmed_at < $2, true) ORDER BY id FOR UPDATE`,
    [addresses, moment],
  );
  for (const { id, email } of subscribers) {
    const confirmToken = newToken();
    await db.update(Subscriber, { id }, { isActive: false, confirmToken });
    await queueMail(tx, { ...confirmationMail(site, email, confirmToken, wish), concerns: {} });
  }
  await db.query(
    `UPDATE subscribers SET created_at = updated_at, confirmed_at = CASE WHEN is_active THEN updated_at END WHERE ${theirs}`,
    [addresses, moment],
  );
}

/** Deletes the sent and waiting mails to subscribers. It waits for a mail that is being sent. */
const deleteMailsTo = (db: EntityManager, emails: readonly string[]) =>
  db.query('DELETE FROM mails WHERE kind = ANY($1) AND recipient = ANY($2)', [TO_SUBSCRIBERS, emails]);
