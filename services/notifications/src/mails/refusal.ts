import { GiveUp } from '@shop/messaging';

/** The mail server refuses the recipient of a mail, while mails to others go out. It may take the mail yet. */
export class RefusedForNow extends Error {}

/** The mail server refuses the recipient of a mail, and no other try follows. */
export class RefusedForGood extends GiveUp {}

export const isOfRecipient = (error: unknown) => error instanceof RefusedForNow || error instanceof RefusedForGood;

/** Begins the reason of such a mail, for operators who read it (docs/runbooks/mails-waiting.md). */
const RECIPIENT = 'The recipient is refused';

/** The error of nodemailer for a mail that the server did not take. */
type Failure = { message: string; command?: string; response?: string };

/** Statuses of an unusable mailbox (RFC 3463): a wrong address (7 and 8 are the sender's), or a mailbox that takes no mails. */
const OF_RECIPIENT = /^[45]\.(?:1\.(?:[0-6]|9|10)|2\.\d+)$/;
/** Replies to a recipient (RFC 5321). Servers use these codes for policies too, so without a status the words decide. */
const OF_MAILBOX = new Set(['450', '550', '551', '552', '553']);
const NAMES_MAILBOX = /\b(?:unknown|no such|not exist|not found|not local|disabled|full|busy)\b/i;

/**
 * Turns the error of a refused mail into RefusedForGood when the server will never know its recipient, or RefusedForNow when it may
 * yet. Other errors stay: a refusal to relay is about the server's settings, and would give up every mail.
 */
export function asRefused(error: unknown): unknown {
  const { message, command, response = '' } = error as Failure;
  if (command === 'API' && /^(?:No recipients defined|Invalid recipient)/.test(message))
    return new RefusedForGood(`${RECIPIENT}: it is no address`);
  if (command !== 'RCPT TO') return error;
  const [, code = '', status] = /^(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? [];
  const ofRecipient = status ? OF_RECIPIENT.test(status) : OF_MAILBOX.has(code) && NAMES_MAILBOX.test(response);
  if (!ofRecipient) return error;
  const mayYet = code.startsWith('4') || /^[45]\.2\.[02]$/.test(status ?? '') || (code === '552' && !status);
  return mayYet ? new RefusedForNow(`${RECIPIENT} for now: ${response}`) : new RefusedForGood(`${RECIPIENT}: ${response}`);
}
