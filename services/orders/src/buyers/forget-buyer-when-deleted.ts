import type { DataOf, UserDeleted } from '@shop/contracts/events';
import type { Tx } from '@shop/kit';
import { blankDeletedBuyers } from './blank-deleted-buyers';

/** The sales stay, who bought is blanked, once no payment is under way; what was asked of the house goes (decision 17). */
export async function forgetBuyerWhenDeleted({ db }: Tx, { userId, version }: DataOf<typeof UserDeleted>) {
  await db.query(
    `INSERT INTO buyers AS known (user_id, version, deleted) VALUES ($1, $2, true)
     ON CONFLICT (user_id) DO UPDATE SET version = greatest(known.version, excluded.version), deleted = true,
       name = '', last_name = '', email = ''`,
    [userId, version],
  );
  await blankDeletedBuyers(db, userId);
  await db.query('DELETE FROM coupon_checks WHERE buyer_id = $1', [userId]);
  await db.query('DELETE FROM service_requests WHERE buyer_id = $1', [userId]);
}
