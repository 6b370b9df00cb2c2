import { accountTab } from '@shop/contracts/pages';
import type { Tx } from '@shop/messaging';
import { button, text, type Block } from '../mails/blocks';
import { queueMail, type NewMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';

/** The owner of a store, as an event names them: null once the account is gone. */
export type Owner = { name: string; email: string } | null;

/** A mail that begins with a greeting; `news` continues the sentence of the greeting. */
export type Greeting = Omit<NewMail, 'recipient' | 'replyTo'> & { news: string };

export const hello = (name: string, news: string): Block => text(`Hello ${name}, ${news}`);

/** Queues a mail to the owner of a store. Answers go to `operator`; without an owner there is no mail. */
export async function mailToOwner(tx: Tx, operator: string, owner: Owner, { news, blocks, ...mail }: Greeting): Promise<void> {
  if (!owner) return;
  await queueMail(tx, { ...mail, recipient: owner.email, replyTo: operator, blocks: [hello(owner.name, news), ...blocks] });
}

export const toDashboard = (site: Site, label = 'Open the Seller Dashboard'): Block =>
  button(label, `${site.url}${accountTab('seller')}`);
