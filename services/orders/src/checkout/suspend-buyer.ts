import type { DataOf, UserReinstated, UserSuspended } from '@shop/contracts/events';
import { locked, type Tx } from '@shop/messaging';
import { Order } from '../orders/order.entity';
import { endUnpaid } from './conclude';

/** Ends the unpaid orders of the buyer and frees their tracks; paid orders stay as they are. */
export async function endHoldsWhenUserSuspended(tx: Tx, { userId, version }: DataOf<typeof UserSuspended>) {
  if (!(await remember(tx, userId, version, true))) return;
  for (const { id } of await tx.db.find(Order, { where: { buyerId: userId, paymentState: 'created' }, order: { id: 'ASC' } })) {
    const order = await locked(tx.db, Order, { id });
    if (order?.paymentState === 'created') await endUnpaid(tx, order, 'expired', 'the account was suspended');
  }
}

/** Lets the buyer buy again; orders that were ended stay ended. */
export async function admitBuyerWhenUserReinstated(tx: Tx, { userId, version }: DataOf<typeof UserReinstated>) {
  await remember(tx, userId, version, false);
}

/** → whether it was news: an older word than the last one changes nothing. */
async function remember({ db }: Tx, userId: number, version: number, suspended: boolean): Promise<boolean> {
  const rows = await db.query<unknown[]>(
    `INSERT INTO buyers AS known (user_id, version, suspended, suspension_version) VALUES ($1, 0, $3, $2)
     ON CONFLICT (user_id) DO UPDATE SET suspended = excluded.suspended, suspension_version = excluded.suspension_version
     WHERE known.suspension_version < excluded.suspension_version RETURNING user_id`,
    [userId, version, suspended],
  );
  return rows.length > 0;
}
