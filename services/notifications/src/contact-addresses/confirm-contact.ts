import { Refusal } from '@shop/http';
import type { Tx } from '@shop/messaging';
import { hashToken, isToken } from '@shop/shared';
import { CONFIRM_HOURS } from './contact-addresses';

/**
 * Confirms the address that the link was mailed to (docs/product/messages.md#typed-addresses): the mails held for it go out, the
 * oldest first, and later mails of this account go there at once. Opening the link again changes nothing.
 * @throws Refusal 400 when the token is unknown or too old, or when a newer link was mailed
 */
export async function confirmContact({ db }: Tx, token: string): Promise<void> {
  const [contact] = isToken(token)
    ? await db.query<{ id: number }[]>(
        'SELECT id FROM contact_addresses WHERE token_hash = $1 AND asked_at > now() - make_interval(hours => $2) FOR UPDATE',
        [hashToken(token), CONFIRM_HOURS],
      )
    : [];
  if (!contact)
    throw new Refusal(
      'invalid',
      'confirm-link-used',
      'This link has expired, or a newer one was mailed. My Orders can send one again for an order; the next mail about a track that you sent brings one by itself.',
    );
  await db.query('UPDATE contact_addresses SET confirmed_at = coalesce(confirmed_at, now()) WHERE id = $1', [contact.id]);
  await db.query(
    `UPDATE mails SET state = 'waiting', next_try_at = created_at
     WHERE contact_id = $1 AND state = 'held' AND (expires_at IS NULL OR expires_at > now())`,
    [contact.id],
  );
}
