import type { SellerStatus } from '@shop/contracts/constants';
import { adminActed, SellerStatusChanged } from '@shop/contracts/events';
import type { Tx } from '@shop/kit';
import { ownerOf } from '../user-copies/user-copies';
import { anyStore } from './own-store';
import type { Seller } from './seller.entity';

/** An admin sets any status at any time; the seller is told of another one (decision 46). @throws Refusal 404 */
export async function setSellerStatus(
  { db, emit }: Tx,
  adminId: number,
  sellerId: number,
  status: SellerStatus,
): Promise<Seller> {
  const seller = await anyStore(db, sellerId);
  const before = seller.status;
  const changed = seller.setStatus(status);
  if (!changed) return seller;
  await db.save(seller);
  const { version, storeName, userId } = seller;
  await emit(
    changed,
    SellerStatusChanged({ sellerId, version, storeName, owner: await ownerOf(db, userId), before, status }),
    ...adminActed(
      adminId,
      'seller.status-changed',
      { type: 'seller', id: sellerId, name: storeName },
      { before: { status: before }, after: { status } },
    ),
  );
  return seller;
}
