import type { Tx } from '@shop/messaging';
import { note } from '../mails/blocks';
import { queueMail, type NewMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { askToConfirm } from './ask-to-confirm';
import { contactOf } from './contact-addresses';

/** The recipient of a mail: the account and its confirmed address, null where they are unknown, and the address that was typed. */
export type Person = { userId: number | null; accountEmail: string | null; contactEmail: string };

export type MailToPerson = (tx: Tx, person: Person, mail: Omit<NewMail, 'recipient'>) => Promise<void>;

/**
 * @returns a function that mails to the account's address. A different typed address may be a stranger's: until it is confirmed,
 * it gets only a link, and the mail itself is held (docs/product/messages.md#typed-addresses). `rateScale` multiplies the limit
 * on links.
 */
export const personMailer =
  (site: Site, rateScale: number): MailToPerson =>
  async (tx, person, mail) => {
    const { userId, accountEmail } = person;
    const contactEmail = person.contactEmail.toLowerCase();
    const elsewhere = contactEmail !== '' && contactEmail !== accountEmail?.toLowerCase();
    const contact = elsewhere && userId !== null ? await contactOf(tx.db, userId, contactEmail) : null;

    const isHeld = contact !== null && !contact.confirmed;
    const waits = isHeld ? [waitsNote(contactEmail, await askToConfirm(tx, site, contact.id, rateScale))] : [];

    if (accountEmail) await queueMail(tx, { ...mail, recipient: accountEmail, blocks: [...mail.blocks, ...waits] });
    if (contact) await queueMail(tx, { ...mail, recipient: contactEmail, contact: { id: contact.id, held: isHeld } });
  };

const waitsNote = (contactEmail: string, hasLink: boolean) =>
  note(
    hasLink
      ? `You gave ${contactEmail} for this. Mails go there too as soon as the link that we sent there has been opened.`
      : `You gave ${contactEmail} for this. No mails go there yet: the links that may be sent in a day to confirm addresses are used up. The next mail for it, from tomorrow on, brings one.`,
  );
