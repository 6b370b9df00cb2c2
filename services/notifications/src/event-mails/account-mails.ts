import type {
  DataOf,
  EmailChanged,
  EmailChangeRequested,
  PasswordResetRequested,
  RegistrationRepeated,
  UserChanged,
  UserRegistered,
  VerificationCodeRequested,
} from '@shop/contracts/events';
import { pageAddress } from '@shop/contracts/pages';
import { timeWithZone } from '@shop/contracts/times';
import type { Tx } from '@shop/messaging';
import { hashToken } from '@shop/shared';
import { button, note, text } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { ACCOUNT } from '../own-data/mails-of-account';

const ACCOUNT_EXISTS = 'account-exists';

/** The mails about an account. Links are built only from PUBLIC_URL (docs/product/messages.md#mails). */
export const accountReactions = (site: Site) => {
  // The mail holds no typed words, because the address may be a stranger's.
  const mailCode = (tx: Tx, { email, code, expiresAt }: DataOf<typeof UserRegistered>) =>
    queueMail(tx, {
      kind: 'verification-code',
      recipient: email,
      subject: `Your verification code for ${site.name}`,
      blocks: [
        text(`Hello, enter this code to finish your registration at ${site.name}:`),
        { kind: 'code', code },
        note('It works for 10 minutes. If you did not register, nothing happens and you can forget this mail.'),
      ],
      secret: true,
      expiresAt,
    });

  return {
    async sendCodeWhenUserRegistered(tx: Tx, event: DataOf<typeof UserRegistered>) {
      await mailCode(tx, event);
    },
    async sendCodeWhenVerificationCodeRequested(tx: Tx, event: DataOf<typeof VerificationCodeRequested>) {
      await mailCode(tx, event);
    },
    async tellOwnerWhenRegistrationRepeated(tx: Tx, { userId, email, name }: DataOf<typeof RegistrationRepeated>) {
      if (await wasToldWithinHour(tx, userId)) return;
      await queueMail(tx, {
        kind: ACCOUNT_EXISTS,
        about: `${userId} ${new Date().toISOString()}`,
        recipient: email,
        subject: 'You already have an account',
        blocks: [
          text(
            `Hello ${name}, somebody tried to register at ${site.name} with your address. You already have an account, so nothing was changed.`,
          ),
          button('Log in', `${site.url}${pageAddress('login')}`),
          note(`Forgotten your password? ${site.url}${pageAddress('forgotPassword')}`),
        ],
      });
    },
    async sendLinkWhenPasswordResetRequested(tx: Tx, reset: DataOf<typeof PasswordResetRequested>) {
      const { email, name, token, expiresAt, reason } = reset;
      const isVoid = reason === 'email-change-undone';
      await queueMail(tx, {
        kind: 'password-reset',
        about: hashToken(token).slice(0, 16),
        recipient: email,
        subject: 'Reset your password',
        blocks: [
          text(
            isVoid
              ? `Hello ${name}, this address belongs to your account at ${site.name} again. The password that it had no longer works, so choose a new one:`
              : `Hello ${name}, choose a new password for your account at ${site.name}:`,
          ),
          button('Choose a new password', `${site.url}${pageAddress('resetPassword', { token })}`),
          note(
            `The link works once, for 30 minutes. ${
              isVoid
                ? `You can have another one: ${site.url}${pageAddress('forgotPassword')}`
                : 'If you did not ask for it, your password stays as it is.'
            }`,
          ),
        ],
        secret: true,
        expiresAt,
      });
    },
    /** The mail holds no typed words, because the address may be a stranger's. */
    async askToConfirmWhenEmailChangeRequested(tx: Tx, { userId, email, token, expiresAt }: DataOf<typeof EmailChangeRequested>) {
      await queueMail(tx, {
        kind: 'confirm-email',
        about: `${userId} ${hashToken(token).slice(0, 16)}`,
        recipient: email,
        subject: 'Confirm your new e-mail address',
        blocks: [
          text(`Somebody with an account at ${site.name} wants to use this address from now on. Was it you?`),
          button('Confirm this address', `${site.url}${pageAddress('confirmEmail', { token })}`),
          note(
            `The link works once, until ${timeWithZone(expiresAt, site.timeZone)}. Before you use it, you log in with the old address. If it was not you, nothing happens and you can forget this mail.`,
          ),
        ],
        secret: true,
        expiresAt,
      });
    },
    /** Mails to the previous address: an attacker who took the account over cannot read it there. */
    async tellOldAddressWhenEmailChanged(tx: Tx, { userId, version, name, previousEmail, undo }: DataOf<typeof EmailChanged>) {
      await queueMail(tx, {
        kind: 'email-changed',
        about: `${userId} ${version}`,
        recipient: previousEmail,
        subject: 'Your e-mail address was changed',
        blocks: [
          text(
            `Hello ${name}, the e-mail address of your account at ${site.name} was changed. This one no longer belongs to it, and other sessions were ended.`,
          ),
          ...(undo ? [button('Undo this change', `${site.url}${pageAddress('undoEmailChange', { token: undo.token })}`)] : []),
          note(
            undo
              ? `Was it not you? Until ${timeWithZone(undo.until, site.timeZone)} the link brings this address back, and lets you choose a new password. Anything else: ${site.url}${pageAddress('contact')}`
              : `Was it not you? Write to us at once: ${site.url}${pageAddress('contact')}`,
          ),
        ],
        secret: undo !== null,
      });
    },
    /** Tells the owner of a new password. When the address changed with it, the mail goes to the old address. */
    async warnOwnerWhenUserChanged(
      tx: Tx,
      { userId, version, email, name, previousEmail, passwordChanged }: DataOf<typeof UserChanged>,
    ) {
      if (!passwordChanged) return;
      await queueMail(tx, {
        kind: 'account-changed',
        about: `${userId} ${version}`,
        recipient: previousEmail ?? email,
        subject: 'Your password was changed',
        blocks: [
          text(`Hello ${name}, the password of your account at ${site.name} was changed. Other sessions were ended.`),
          note(
            previousEmail
              ? `Was it not you? Write to us at once: ${site.url}${pageAddress('contact')}`
              : `Was it not you? Set a new password at once: ${site.url}${pageAddress('forgotPassword')}`,
          ),
        ],
      });
    },
  };
};

/**
 * Whether the owner of an account was told within the last hour that somebody registers with their address. Such registrations wait
 * for each other here, so that many at once do not all pass.
 */
async function wasToldWithinHour({ db }: Tx, userId: number): Promise<boolean> {
  await db.query('SELECT pg_advisory_xact_lock(hashtext($1), $2)', [ACCOUNT_EXISTS, userId]);
  const rows = await db.query<unknown[]>(
    `SELECT 1 FROM mails WHERE kind = $1 AND ${ACCOUNT} = $2 AND created_at > now() - interval '1 hour'`,
    [ACCOUNT_EXISTS, String(userId)],
  );
  return rows.length > 0;
}
