import { pageAddress } from '@shop/contracts/pages';
import { scalePoints } from '@shop/http';
import type { Tx } from '@shop/messaging';
import { hashToken, newToken } from '@shop/shared';
import { button, note, text } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { CONFIRM_HOURS } from './contact-addresses';

/** Links in a day, multiplied by `rateScale`: to one address from all accounts, and from one account to all addresses. */
const MOST_TO_ADDRESS = 3;
const MOST_OF_ACCOUNT = 10;
const KIND = 'confirm-contact';

/**
 * Mails an address the link that confirms it (docs/product/messages.md#typed-addresses), and ends its older links. It sends
 * nothing within an hour of the last link, or over a limit. The mail holds no typed words.
 * @returns whether the address has a link that works
 */
export async function askToConfirm(tx: Tx, site: Site, contactId: number, rateScale: number): Promise<boolean> {
  const { db } = tx;
  const [contact] = await db.query<[{ user_id: number; email: string; recent: boolean; works: boolean }]>(
    `SELECT user_id, email, coalesce(asked_at > now() - interval '1 hour', false) AS recent,
       coalesce(asked_at > now() - make_interval(hours => $2), false) AS works
     FROM contact_addresses WHERE id = $1`,
    [contactId, CONFIRM_HOURS],
  );
  if (contact.recent || (await overLimits(tx, rateScale, contactId, contact))) return contact.works;

  const token = newToken();
  const [[row]] = await db.query<[[{ expires_at: Date }]]>(
    `UPDATE contact_addresses SET token_hash = $2, asked_at = now() WHERE id = $1
     RETURNING asked_at + make_interval(hours => $3) AS expires_at`,
    [contactId, hashToken(token), CONFIRM_HOURS],
  );
  // Ends the older links that still wait; a mail that is being sent goes out.
  await db.query(
    `UPDATE mails SET expires_at = now() WHERE id IN (
       SELECT id FROM mails WHERE kind = $1 AND contact_id = $2 AND state = 'waiting' FOR UPDATE SKIP LOCKED)`,
    [KIND, contactId],
  );
  await queueMail(tx, {
    kind: KIND,
    about: `${contactId} ${hashToken(token).slice(0, 16)}`,
    recipient: contact.email,
    subject: 'Confirm your address for mails from us',
    blocks: [
      text(`Somebody with an account at ${site.name} gave this address as the one to write to. Was it you?`),
      button('Confirm this address', `${site.url}${pageAddress('confirmContact', { token })}`),
      note(
        'The link works for 24 hours; what waits for you comes as soon as you have opened it. If it was not you, nothing happens and you can forget this mail.',
      ),
    ],
    secret: true,
    expiresAt: row.expires_at.toISOString(),
    contact: { id: contactId, held: false },
  });
  return true;
}

/** Whether a limit is reached. Requests for one address wait for each other here, so that many at once do not all pass. */
async function overLimits(
  { db }: Tx,
  rateScale: number,
  contactId: number,
  { user_id, email }: { user_id: number; email: string },
): Promise<boolean> {
  await db.query('SELECT pg_advisory_xact_lock(2, hashtext($1))', [email]);
  const [counts] = await db.query<[{ mails: number; addresses: number }]>(
    `SELECT (SELECT count(*)::int FROM mails WHERE kind = $1 AND recipient = $2 AND created_at > now() - interval '1 day') AS mails,
       (SELECT count(*)::int FROM contact_addresses WHERE user_id = $3 AND id <> $4 AND asked_at > now() - interval '1 day') AS addresses`,
    [KIND, email, user_id, contactId],
  );
  return counts.mails >= scalePoints(MOST_TO_ADDRESS, rateScale) || counts.addresses >= scalePoints(MOST_OF_ACCOUNT, rateScale);
}
