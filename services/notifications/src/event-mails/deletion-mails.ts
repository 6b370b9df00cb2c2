import type {
  AccountDeletionPostponed,
  AccountDeletionScheduled,
  AccountDeletionWithdrawn,
  DataOf,
} from '@shop/contracts/events';
import { accountTab, pageAddress } from '@shop/contracts/pages';
import { timeWithZone } from '@shop/contracts/times';
import type { Tx } from '@shop/messaging';
import { button, note, text } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';

/** The mails to an account's owner between the wish to delete the account and its deletion. */
export const deletionReactions = (site: Site) => ({
  async confirmWhenAccountDeletionScheduled(tx: Tx, { userId, email, name, eraseAt }: DataOf<typeof AccountDeletionScheduled>) {
    await queueMail(tx, {
      kind: 'deletion-scheduled',
      about: `${userId} ${eraseAt}`,
      recipient: email,
      subject: 'Your account will be deleted',
      blocks: [
        text(
          `Hello ${name}, as you asked, your account at ${site.name} will be deleted on ${timeWithZone(eraseAt, site.timeZone)}.`,
        ),
        text(
          'Then your profile, lists, messages and, if you have one, your store are erased. What the law makes us keep of your purchases and sales stays, without your name. Your page of orders goes with the account: save the files and contracts that you have bought before that day.',
        ),
        button('Keep my account', `${site.url}${accountTab('data')}`),
        note(
          `Changed your mind? Log in before that day and choose "Keep my account". Was it not you? Set a new password at once, which ends every session and keeps your account: ${site.url}${pageAddress('forgotPassword')}`,
        ),
      ],
    });
  },
  async tellWhenAccountDeletionPostponed(tx: Tx, event: DataOf<typeof AccountDeletionPostponed>) {
    await queueMail(tx, {
      kind: 'deletion-postponed',
      about: `${event.userId} ${event.eraseAt}`,
      recipient: event.email,
      subject: 'Your account could not be deleted yet',
      blocks: [
        text(`Hello ${event.name}, today your account at ${site.name} was to be deleted, but that has to wait:`),
        ...(event.reason === null ? [] : [text(event.reason)]),
        ...event.open.map(({ message }) => text(message)),
        text('We try again every day, and delete the account as soon as nothing stands in the way any more.'),
        button('Keep my account', `${site.url}${accountTab('data')}`),
      ],
    });
  },
  async confirmWhenAccountDeletionWithdrawn(tx: Tx, { userId, email, name, eraseAt }: DataOf<typeof AccountDeletionWithdrawn>) {
    await queueMail(tx, {
      kind: 'deletion-withdrawn',
      about: `${userId} ${eraseAt}`,
      recipient: email,
      subject: 'Your account stays',
      blocks: [
        text(`Hello ${name}, your account at ${site.name} will not be deleted: everything in it stays.`),
        note(`Was it not you? Set a new password at once, which ends every session: ${site.url}${pageAddress('forgotPassword')}`),
      ],
    });
  },
});
