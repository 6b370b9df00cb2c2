import { adminActed, type DataOf, type UserDeleted } from '@shop/contracts/events';
import { formatCents } from '@shop/contracts/pricing';
import { conflict, locked, type Tx } from '@shop/kit';
import type { EntityManager } from 'typeorm';
import { balancesOf } from '../ledger/balances';
import { dateIn } from '../ledger/due-date';
import { forgetSubmissionsWhenUserDeleted } from '../submissions/forget-submissions-when-user-deleted';
import { anyStore } from './own-store';
import { Seller } from './seller.entity';
import { discard } from './stray-documents';

/**
 * The admin deletes a seller: the store closes, the account stays (decision 17).
 * @throws Refusal 404, 409 while money is owed to the store: nobody could be asked where to send it.
 */
export async function deleteStore(tx: Tx, adminId: number, sellerId: number): Promise<void> {
  const seller = await anyStore(tx.db, sellerId);
  await refuseWhileOwed(tx.db, sellerId);
  const { storeName, status, userId, version } = seller;
  await close(tx, seller);
  await forgetSubmissionsWhenUserDeleted(tx, { userId, version, email: '' });
  // what is to be forgotten is not written down once more
  const before = { shop_name: storeName, status };
  await tx.emit(
    ...adminActed(adminId, 'seller.deleted', { type: 'seller', id: sellerId, name: storeName }, { before, after: null }),
  );
}

async function refuseWhileOwed(db: EntityManager, sellerId: number): Promise<void> {
  // the day only parts what is due from what is not yet due
  const { owedCents, dueCents } = await balancesOf(db, sellerId, dateIn('UTC', new Date()));
  const cents = owedCents + dueCents;
  if (cents > 0)
    throw conflict('owed', `${formatCents(cents)} is owed to this store. Please pay it out first, then delete the seller.`, {
      details: { owedCents: cents },
    });
}

/** An account that is gone has no store. */
export async function closeStoreWhenUserDeleted(tx: Tx, { userId }: DataOf<typeof UserDeleted>) {
  const seller = await locked(tx.db, Seller, { userId });
  if (seller && !seller.deletedAt) await close(tx, seller);
}

/** Sales, ledger and tracks keep pointing at the row; the name is free again, document and payout details are gone. */
async function close({ db, emit }: Tx, seller: Seller): Promise<void> {
  if (seller.verificationKey) await discard(db, seller.verificationKey);
  const closed = seller.close(new Date());
  await db.save(seller);
  await emit(closed);
}
