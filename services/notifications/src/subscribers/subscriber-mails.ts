import { pageAddress } from '@shop/contracts/pages';
import { hashToken } from '@shop/shared';
import { button, note, text } from '../mails/blocks';
import type { NewMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { CONFIRM_DAYS, type Subscriber } from './subscriber.entity';

const CONFIRMATION = 'subscription-confirmation';
const WELCOME = 'subscription-welcome';
const REPEATED = 'subscription-repeated';
/** The kinds of mails that a subscriber gets. */
export const TO_SUBSCRIBERS = [CONFIRMATION, WELCOME, REPEATED];

type Reader = Pick<Subscriber, 'id' | 'email' | 'unsubscribeToken'>;

/** The mail with the link that confirms a subscription. `wish` identifies the request: each is mailed once. */
export const confirmationMail = (site: Site, email: string, confirmToken: string, wish: string): NewMail => ({
  kind: CONFIRMATION,
  about: wish,
  recipient: email,
  subject: 'Please confirm your subscription',
  blocks: [
    text(`Somebody, probably you, asked for the newsletter of ${site.name} with this address.`),
    button('Confirm subscription', `${site.url}${pageAddress('confirmSubscription', { token: confirmToken })}`),
    note(`The link works for ${CONFIRM_DAYS} days. If it was not you, do nothing: without this confirmation we send nothing.`),
  ],
  secret: true,
});

/** The mail after the first confirmation. */
export const welcomeMail = (site: Site, reader: Reader, confirmToken: string): NewMail => ({
  kind: WELCOME,
  about: `${reader.id} ${hashToken(confirmToken).slice(0, 16)}`,
  recipient: reader.email,
  subject: `Welcome to the ${site.name} newsletter`,
  blocks: [
    text('You hear of new tracks before they are gone. Each of them is sold once.'),
    button('See what is new', `${site.url}${pageAddress('shop')}`),
    unsubscribeNote(site, reader),
  ],
  headers: oneClickHeaders(site, reader),
  secret: true,
});

/** The mail to an active subscriber whose address was entered again. `wish` identifies the request. */
export const alreadySubscribedMail = (site: Site, reader: Reader, wish: string): NewMail => ({
  kind: REPEATED,
  about: wish,
  recipient: reader.email,
  subject: 'You are already subscribed',
  blocks: [
    text(
      `Somebody asked for the newsletter of ${site.name} with this address. It is already subscribed, so nothing was changed.`,
    ),
    unsubscribeNote(site, reader),
  ],
  headers: oneClickHeaders(site, reader),
  secret: true,
});

const unsubscribeNote = (site: Site, { unsubscribeToken }: Reader) =>
  note(`No longer interested? Unsubscribe here: ${site.url}${pageAddress('unsubscribe', { token: unsubscribeToken })}`);

/** RFC 8058: the mail program's own button, which posts (docs/product/newsletter.md#unsubscribing). */
const oneClickHeaders = (site: Site, { unsubscribeToken }: Reader) => ({
  'List-Unsubscribe': `<${site.url}/api/subscribe/unsubscribe/${unsubscribeToken}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
