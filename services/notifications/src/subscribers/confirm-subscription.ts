import { locked, type Tx } from '@shop/messaging';
import { isToken } from '@shop/shared';
import { queueMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { welcomeMail } from './subscriber-mails';
import { Subscriber } from './subscriber.entity';

/**
 * Second step of the double opt-in (docs/product/newsletter.md#confirming): the first confirmation queues a welcome mail, and
 * later ones change nothing. With `look` nothing is confirmed.
 * @returns false when the link is unknown or has ended
 */
export async function confirmSubscription(tx: Tx, site: Site, token: string, look = false): Promise<boolean> {
  const { db } = tx;
  const subscriber = isToken(token) ? await locked(db, Subscriber, { confirmToken: token }) : null;
  if (!subscriber) return false;
  if (subscriber.isActive || look) return true;

  await db.update(Subscriber, { id: subscriber.id }, { isActive: true, confirmedAt: new Date() });
  await queueMail(tx, welcomeMail(site, subscriber, token));
  return true;
}
