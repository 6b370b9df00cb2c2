import { locked, type Tx } from '@shop/messaging';
import { isToken } from '@shop/shared';
import { PAGES } from '@shop/contracts/pages';
import { reply, smallPage } from '@shop/http';
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

/** The script tells the result to the page around it, when that page is of the same origin. */
const scriptFor = (success: boolean) =>
  `if (parent !== window) parent.postMessage({ type: 'subscription', success: ${success} }, location.origin);`;

const CONFIRMED = { says: 'Your subscription is confirmed.', link: { address: PAGES.subscriptionConfirmed, text: 'Go on' } };
const NOT_VALID = { says: 'This confirmation link is not valid.', link: { address: PAGES.shop, text: 'To the shop' } };

/** The page in the hidden frame of /confirm-subscription/{token} (docs/product/newsletter.md#confirming), or a page by itself. */
export function confirmationPage(success: boolean) {
  const { html, headers } = smallPage({ ...(success ? CONFIRMED : NOT_VALID), script: scriptFor(success) });
  return reply(success ? 200 : 404, html, headers);
}
