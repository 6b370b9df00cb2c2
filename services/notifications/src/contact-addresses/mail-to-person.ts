import type { Tx } from '@shop/messaging';
import { note } from '../mails/blocks';
import { queueMail, type NewMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { askToConfirm } from './ask-to-confirm';
import { contactOf } from './contact-addresses';

/** Whom a mail is for: the account and its confirmed address, null where they are not known, and the address that the person typed. */
export type Person = { userId: number | null; accountEmail: string | null; contactEmail: string };

/**
 * Mails to the address of the account. A different address that the person typed may be a stranger's: until it is confirmed, it gets a link
 * with nothing that anybody wrote, and the mail itself is held (docs/product/messages.md#typed-addresses).
 */
export async function mailToPerson(tx: Tx, site: Site, person: Person, mail: Omit<NewMail, 'recipient'>): Promise<void> {
  const { userId, accountEmail } = person;
  const contactEmail = person.contactEmail.toLowerCase();
  const elsewhere = contactEmail !== '' && contactEmail !== accountEmail?.toLowerCase();
  const contact = elsewhere && userId !== null ? await contactOf(tx.db, userId, contactEmail) : null;

  if (accountEmail) {
    const blocks = contact && !contact.confirmed ? [...mail.blocks, waitsNote(contactEmail)] : mail.blocks;
    await queueMail(tx, { ...mail, recipient: accountEmail, blocks });
  }
  if (!contact) return;
  await queueMail(tx, { ...mail, recipient: contactEmail, contact: { id: contact.id, held: !contact.confirmed } });
  if (!contact.confirmed) await askToConfirm(tx, site, contact.id);
}

const waitsNote = (contactEmail: string) =>
  note(`You gave ${contactEmail} for this. Mails go there too as soon as the link that we sent there has been opened.`);
