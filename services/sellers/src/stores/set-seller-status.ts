import { adminActed, SellerStatusChanged } from '@shop/contracts/events';
import type { SellerStatusForm } from '@shop/contracts/forms';
import type { Tx } from '@shop/messaging';
import { ownerOf } from '../user-copies/user-copies';
import { anyStore } from './own-store';
import type { Seller } from './seller.entity';

/**
 * Sets the status of a store, and so decides about a waiting document; a mail tells the seller, with the reason
 * (docs/product/selling.md#judging-a-document).
 * @returns the store
 * @throws Refusal 404, 409 `document-changed` when another document has come than the form names, or when its
 * `verification_waits` is no longer right and the store is not as the form asks already
 */
export async function setSellerStatus(
  { db, emit }: Tx,
  adminId: number,
  sellerId: number,
  form: SellerStatusForm,
): Promise<Seller> {
  const seller = await anyStore(db, sellerId);
  if (form.verification_uploaded_at !== undefined) seller.refuseOtherDocument(form.verification_uploaded_at);
  const reason = form.reason || null;
  if (form.verification_waits !== undefined && !seller.isDecided(form.status, reason))
    seller.refuseOtherWait(form.verification_waits);
  const before = factsOf(seller);
  const event = seller.setStatus(form.status, reason, new Date());
  if (!event) return seller;
  await db.save(seller);
  const { version, storeName, userId } = seller;
  const documentRefused = seller.verificationRefusedAt !== null;
  const owner = await ownerOf(db, userId);
  await emit(
    event,
    SellerStatusChanged({
      sellerId,
      version,
      storeName,
      owner,
      before: before.status,
      status: form.status,
      documentRefused,
      documentWaits: seller.documentWaits(),
      reason,
    }),
    ...adminActed(
      adminId,
      'seller.status-changed',
      { type: 'seller', id: sellerId, name: storeName },
      { before, after: { ...factsOf(seller), ...(reason && { reason }) } },
    ),
  );
  return seller;
}

const factsOf = (seller: Seller) => ({ status: seller.status, document: documentOf(seller) });

function documentOf(seller: Seller): string {
  if (!seller.verificationKey) return 'none';
  if (seller.documentWaits()) return 'waits';
  return seller.verificationRefusedAt ? 'refused' : 'accepted';
}
