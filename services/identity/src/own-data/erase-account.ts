import { EVENTS_ABOUT_PEOPLE } from '@shop/contracts/events';
import { forgetInInbox, secretsOf, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { OtherAddresses, User } from '../accounts/user.entity';
import { forgetEmailChangesOf } from '../credentials/pending-change';
import { forgetDataExportsOf } from './data-export';
import { forgetResetsOf } from '../credentials/reset-links';
import { forgetFactorsOf } from '../second-factor/factors';
import { forgetDevicesOf } from '../sessions/devices';
import { endSessionsOf } from '../sessions/sessions';
import { forgetPendingNamesOf, freeStoreNameOf } from '../store-names/store-names';

/**
 * Erases an account whose row the caller has locked (docs/product/accounts.md#what-erasing-an-account-does). The row stays
 * without anything personal, because other rows refer to it. Address and store name are free again, and everything else that
 * identity stores about the person is deleted. UserDeleted tells the other services what to forget.
 */
export async function eraseAccount({ db, emit }: Tx, user: User): Promise<void> {
  const { id: userId, email } = user;
  const otherAddresses = await otherAddressesOf(db, userId);
  const event = user.erase(otherAddresses);
  await db.save(user);
  await endSessionsOf(db, userId);
  await forgetResetsOf(db, userId);
  await forgetDevicesOf(db, userId);
  await forgetFactorsOf(db, userId);
  await forgetEmailChangesOf(db, userId);
  await freeStoreNameOf(db, userId);
  await db.query('DELETE FROM list_entries WHERE user_id = $1', [userId]);
  await db.query('DELETE FROM list_versions WHERE user_id = $1', [userId]);
  await db.query('DELETE FROM account_deletions WHERE user_id = $1', [userId]);
  await forgetDataExportsOf(db, userId);
  await db.query('DELETE FROM open_matters WHERE user_id = $1', [userId]);
  for (const address of [email, ...otherAddresses.former]) await forgetAddress(db, address);
  const ids = { userId: [userId], buyerId: [userId], sellerUserId: [userId] };
  await forgetInInbox(db, secretsOf(EVENTS_ABOUT_PEOPLE), ids);
  await emit(event);
}

async function otherAddressesOf(db: EntityManager, userId: number): Promise<OtherAddresses> {
  const rows = await db.query<{ address: string; until: Date | null; taken: boolean }[]>(
    `SELECT address, max(confirmed_at) AS until,
       EXISTS (SELECT 1 FROM users WHERE users.email = address AND deleted_at IS NULL) AS taken
     FROM (SELECT previous_email AS address, confirmed_at FROM email_changes WHERE user_id = $1
           UNION ALL SELECT email, confirmed_at FROM email_changes WHERE user_id = $1) known
     WHERE address <> (SELECT email FROM users WHERE id = $1) GROUP BY address ORDER BY address`,
    [userId],
  );
  return {
    former: rows.filter(({ until, taken }) => until && !taken).map(({ address }) => address),
    handedOn: rows.flatMap(({ address, until, taken }) =>
      until && taken ? [{ email: address, until: until.toISOString() }] : [],
    ),
    typed: rows.filter(({ until, taken }) => !until && !taken).map(({ address }) => address),
  };
}

/** Deletes registrations that were begun with the address, and failed logins that were counted for it. */
async function forgetAddress(db: EntityManager, address: string): Promise<void> {
  await db.query('DELETE FROM pending_registrations WHERE email = $1', [address]);
  await forgetPendingNamesOf(db, address);
  await db.query('DELETE FROM login_failures WHERE strpos(lower(key), $1) > 0', [address]);
}
