import { NO_SELLER_STATUS } from '@shop/contracts/constants';
import type { SellerView } from '@shop/contracts/views';

type Store = Pick<SellerView, 'status' | 'verification_photo' | 'verification_refused_at'>;

/** What texts about the status of a store go by: a refused document comes first, and an admin may set a store without one to pending. */
export function storeState({ status, verification_photo: document, verification_refused_at: refusedAt }: Store): string {
  if (refusedAt) return 'refused';
  return status === 'pending' && !document ? NO_SELLER_STATUS : status;
}
