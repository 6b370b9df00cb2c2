import type { DataOf, UserReinstated, UserSuspended } from '@shop/contracts/events';
import { upsertIfNewer, type Tx } from '@shop/messaging';
import { endOrdersOf, reviewPaidSinceEnd } from '../payment-process/ended-account';

/** Ends the unpaid orders of the buyer and frees their tracks. Orders that were paid before the suspension stay as they are. */
export async function endHoldsWhenUserSuspended(tx: Tx, { userId, version }: DataOf<typeof UserSuspended>) {
  if (!(await remember(tx, userId, version, true))) return;
  await reviewPaidSinceEnd(tx, userId, 'suspended');
  await endOrdersOf(tx, userId, 'the account was suspended');
}

/** Lets the buyer buy again; orders that were ended stay ended. */
export async function admitBuyerWhenUserReinstated(tx: Tx, { userId, version }: DataOf<typeof UserReinstated>) {
  await remember(tx, userId, version, false);
}

/** @returns whether it was news: an older event than the last one changes nothing. */
const remember = ({ db }: Tx, userId: number, version: number, isSuspended: boolean) =>
  upsertIfNewer(
    db,
    { table: 'buyers', key: 'user_id', version: 'suspension_version' },
    { user_id: userId, suspended: isSuspended, suspension_version: version },
    { version: 0 },
  );
