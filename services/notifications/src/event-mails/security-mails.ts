import type { DataOf, NewDeviceLoggedIn, SecondFactorChanged } from '@shop/contracts/events';
import { accountTab, pageAddress } from '@shop/contracts/pages';
import { timeWithZone } from '@shop/contracts/times';
import type { Tx } from '@shop/messaging';
import { button, note, text } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';

type Change = DataOf<typeof SecondFactorChanged>['change'];

const CHANGES: Record<Change, { subject: string; what: string }> = {
  'app-added': { subject: 'Two-step login is on', what: 'an authenticator app was added to' },
  'app-removed': { subject: 'An authenticator app was removed', what: 'the authenticator app was removed from' },
  'passkey-added': { subject: 'A passkey was added', what: 'a passkey was added to' },
  'passkey-removed': { subject: 'A passkey was removed', what: 'a passkey was removed from' },
  'recovery-codes-made': { subject: 'New recovery codes', what: 'new recovery codes were made for' },
  'all-removed': {
    subject: 'Two-step login was taken off',
    what: 'our administrators removed authenticator app, passkeys and recovery codes from',
  },
  'recovery-code-used': { subject: 'A recovery code was used', what: 'a recovery code was used in place of a second factor of' },
};

/** The mails that tell an account's owner of every change to what protects the account. */
export const securityReactions = (site: Site) => ({
  async tellOwnerWhenNewDeviceLoggedIn(tx: Tx, { userId, email, name, device, place, at }: DataOf<typeof NewDeviceLoggedIn>) {
    await queueMail(tx, {
      kind: 'new-device',
      about: `${userId} ${at}`,
      recipient: email,
      subject: 'A login from a new device',
      blocks: [
        text(
          `Hello ${name}, somebody logged in to your account at ${site.name} on ${timeWithZone(at, site.timeZone)}, from a device that we have not seen before:`,
        ),
        text(`${device}, address ${place}`),
        button('See where you are logged in', `${site.url}${accountTab('security')}`),
        note(
          `Was it not you? Set a new password at once, which ends every session, and remove any passkey under Security that is not yours: ${site.url}${pageAddress('forgotPassword')}`,
        ),
      ],
    });
  },
  async tellOwnerWhenSecondFactorChanged(tx: Tx, { userId, email, name, change, at }: DataOf<typeof SecondFactorChanged>) {
    const { subject, what } = CHANGES[change];
    await queueMail(tx, {
      kind: 'second-factor',
      about: `${userId} ${change} ${at}`,
      recipient: email,
      subject,
      blocks: [
        text(`Hello ${name}, ${what} your account at ${site.name} on ${timeWithZone(at, site.timeZone)}.`),
        note(`Was it not you? ${remedyOf(change, site)}`),
      ],
    });
  },
});

/** An added factor outlasts a new password: a passkey logs in alone, and either locks out an owner who has no factor of their own. */
const remedyOf = (change: Change, site: Site) =>
  change === 'app-added' || change === 'passkey-added'
    ? `A new password does not remove it. If you can still log in, remove it under Security and set a new password. Otherwise write to us at once: ${site.url}${pageAddress('contact')}`
    : `Set a new password at once, which ends every session: ${site.url}${pageAddress('forgotPassword')}`;
