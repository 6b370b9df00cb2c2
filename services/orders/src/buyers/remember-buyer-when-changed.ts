import type { DataOf, UserChanged, UserVerified } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';

/** Keeps an account's name and address for the admin's order page; a deleted account never comes back. */
export async function rememberBuyerWhenChanged({ db }: Tx, user: DataOf<typeof UserVerified> | DataOf<typeof UserChanged>) {
  await db.query(
    `INSERT INTO buyers AS known (user_id, version, name, last_name, email) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, name = excluded.name, last_name = excluded.last_name,
       email = excluded.email
     WHERE known.version < excluded.version AND NOT known.deleted`,
    [user.userId, user.version, user.name, user.lastName, user.email],
  );
}
