import type { DataOf, UserDeleted } from '@shop/contracts/events';
import type { Tx } from '@shop/kit';

/**
 * Nothing is kept by the address of a deleted account: its mails and its subscription go, waiting ones too, and what was mailed to the
 * house about it or from it is blanked once it is sent.
 */
export async function forgetAddressWhenUserDeleted({ db }: Tx, { email }: DataOf<typeof UserDeleted>): Promise<void> {
  if (email === '') return;
  await db.query('DELETE FROM mails WHERE lower(recipient) = $1', [email]);
  await db.query('DELETE FROM subscribers WHERE lower(email) = $1', [email]);
  const about = '(lower(reply_to) = $1 OR strpos(lower(blocks::text), $1) > 0 OR strpos(lower(contracts::text), $1) > 0)';
  await db.query(`UPDATE mails SET secret = true WHERE state IN ('waiting', 'sending') AND ${about}`, [email]);
  await db.query(
    `UPDATE mails SET subject = '', blocks = '[]', contracts = '[]', reply_to = NULL WHERE state IN ('sent', 'failed') AND ${about}`,
    [email],
  );
}
