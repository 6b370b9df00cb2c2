import { adminActed, type DataOf, type UserDeleted } from '@shop/contracts/events';
import { locked, type Tx } from '@shop/kit';
import { forgetSubmissionsWhenUserDeleted } from '../submissions/forget-submissions-when-user-deleted';
import { anyStore } from './own-store';
import { Seller } from './seller.entity';
import { discard } from './stray-documents';

/** The admin deletes a seller: his store closes, his account stays (decision 17). @throws Refusal 404 */
export async function deleteStore(tx: Tx, adminId: number, sellerId: number): Promise<void> {
  const seller = await anyStore(tx.db, sellerId);
  const { storeName, status, userId, version } = seller;
  await close(tx, seller);
  await forgetSubmissionsWhenUserDeleted(tx, { userId, version });
  // what is to be forgotten is not written down once more
  const before = { shop_name: storeName, status };
  await tx.emit(
    ...adminActed(adminId, 'seller.deleted', { type: 'seller', id: sellerId, name: storeName }, { before, after: null }),
  );
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
