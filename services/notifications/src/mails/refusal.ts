import { GiveUp } from '@shop/messaging';

/** Begins the reason of a mail whose recipient is refused, while mails to others go. operator/measured.ts looks for it. */
export const RECIPIENT = 'The recipient is refused';

/** What nodemailer says of a mail that the server did not take. */
type Failure = { message: string; command?: string; response?: string };

/** Statuses of a mailbox that cannot be written to (RFC 3463): its address (but 7 and 8, the sender's), or that it takes no mails. */
const OF_RECIPIENT = /^[45]\.(?:1\.(?:[0-6]|9|10)|2\.\d+)$/;
/** Replies to a recipient (RFC 5321). Without a status their words decide, for servers refuse by their policy with the same codes. */
const OF_MAILBOX = new Set(['450', '550', '551', '552', '553']);
const NAMES_MAILBOX = /\b(?:unknown|no such|not exist|not found|not local|disabled|full|busy)\b/i;

/**
 * The error for a mail that was not taken: one that gives it up at once when the server will never know its recipient, one that begins with
 * `RECIPIENT` when it may yet, and the error itself when it is not about the recipient. A refusal to pass mails on is about the server's
 * settings, and would give up every mail.
 */
export function asRefused(error: unknown): unknown {
  const { message, command, response = '' } = error as Failure;
  if (command === 'API' && /^(?:No recipients defined|Invalid recipient)/.test(message))
    return new GiveUp(`${RECIPIENT}: it is no address`);
  if (command !== 'RCPT TO') return error;
  const [, code = '', status] = /^(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? [];
  const ofRecipient = status ? OF_RECIPIENT.test(status) : OF_MAILBOX.has(code) && NAMES_MAILBOX.test(response);
  if (!ofRecipient) return error;
  const mayYet = code.startsWith('4') || /^[45]\.2\.[02]$/.test(status ?? '') || (code === '552' && !status);
  return mayYet ? new Error(`${RECIPIENT} for now: ${response}`) : new GiveUp(`${RECIPIENT}: ${response}`);
}
