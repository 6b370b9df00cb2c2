import { NO_SELLER_STATUS } from '@shop/contracts/constants';
import type { SellerView } from '@shop/contracts/views';

type Store = Pick<SellerView, 'status' | 'verification_photo' | 'verification_refused_at'>;

/** The state for texts about a store. A refusal decides first; a store that an admin set to pending may have no document. */
export function storeState({ status, verification_photo: document, verification_refused_at: refusedAt }: Store): string {
  if (refusedAt) return 'refused';
  return status === 'pending' && !document ? NO_SELLER_STATUS : status;
}
