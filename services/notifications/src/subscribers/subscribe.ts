import type { Tx } from '@shop/messaging';
import { newToken } from '@shop/shared';
import { queueMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { alreadySubscribedMail, confirmationMail } from './subscriber-mails';
import { Subscriber } from './subscriber.entity';

/**
 * First step of the double opt-in (docs/product/newsletter.md#subscribing): stores the address and mails it a link that confirms
 * it. An active subscriber gets another mail, but the caller the same answer. `wish` identifies the request: each is mailed once.
 */
export async function subscribe(tx: Tx, site: Site, email: string, wish: string): Promise<void> {
  const { db } = tx;
  // The update locks an existing row, so that nobody deletes it from here on; the time shows that its address was asked for again.
  await db.query(
    'INSERT INTO subscribers (email, unsubscribe_token) VALUES ($1, $2) ON CONFLICT (email) DO UPDATE SET updated_at = now()',
    [email, newToken()],
  );
  const subscriber = await db.findOneByOrFail(Subscriber, { email });
  if (subscriber.isActive) return queueMail(tx, alreadySubscribedMail(site, subscriber, wish));

  const confirmToken = subscriber.confirmToken ?? newToken();
  await db.update(Subscriber, { id: subscriber.id }, { confirmToken });
  await queueMail(tx, confirmationMail(site, email, confirmToken, wish));
}
