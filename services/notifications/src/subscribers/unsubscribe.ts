import { Refusal } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { isToken } from '@shop/shared';
import { Subscriber } from './subscriber.entity';

/** Ends a subscription, once (docs/product/newsletter.md#unsubscribing). @throws Refusal 404 for an unknown link */
export async function unsubscribe({ db }: Tx, token: string): Promise<void> {
  const subscriber = isToken(token) ? await locked(db, Subscriber, { unsubscribeToken: token }) : null;
  if (!subscriber) throw new Refusal('not-found', 'not-found', 'This unsubscribe link is not valid.');
  const { id, isActive, confirmToken, confirmedAt, updatedAt } = subscriber;
  if (!isActive && !confirmToken) return;
  // An earlier version stores no time when it confirms.
  await db.update(
    Subscriber,
    { id },
    { isActive: false, confirmToken: null, confirmedAt: confirmedAt ?? (isActive ? updatedAt : null) },
  );
}
