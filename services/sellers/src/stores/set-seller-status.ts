import type { SellerStatus } from '@shop/contracts/constants';
import { locked, notFound, type Tx } from '@shop/kit';
import { Seller } from './seller.entity';

/** An admin sets any status at any time (decision 46). @throws Refusal 404 when there is no such seller. */
export async function setSellerStatus({ db, emit }: Tx, sellerId: number, status: SellerStatus): Promise<Seller> {
  const seller = await locked(db, Seller, { id: sellerId });
  if (!seller || seller.deletedAt) throw notFound('seller');
  const changed = seller.setStatus(status);
  await db.save(seller);
  await emit(changed);
  return seller;
}
