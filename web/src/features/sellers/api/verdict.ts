import type { SellerStatus } from '@shop/contracts/constants';
import type { SellerAdminView } from '@shop/contracts/views';
import { isApiError } from '#lib/calls/api.ts';

/**
 * For each store, the version of its identity document that was last opened in this tab. A list that is loaded again may already
 * name a version that the admin has not seen. A version is the time of sending, and null without a document.
 */
export const seenDocuments = new Map<number, string | null>();

type StoreDocument = Pick<SellerAdminView, 'id' | 'verification_uploaded_at' | 'verification_waits'>;

/** A new status for a store, as the admin saw the store. `reason` is set when its document is refused. */
export type Verdict = { store: StoreDocument; status: SellerStatus; reason?: string };

/**
 * The verdict as its call sends it. It names the document that the admin opened, so that no document is judged unseen, and
 * whether it waited, so that none is judged twice.
 */
export function verdictSent({ store: { id, verification_uploaded_at: uploadedAt, verification_waits }, ...verdict }: Verdict) {
  const verification_uploaded_at = (verification_waits && seenDocuments.get(id)) || uploadedAt;
  return { params: { id }, body: { ...verdict, verification_uploaded_at, verification_waits } };
}

/** Whether another document, another decision or a new wait came after the admin saw the store. */
export const isDocumentChanged = (error: unknown) => isApiError(error) && error.code === 'document-changed';

/** Whether this status refuses the document: setting the store inactive refuses a document that waits. */
export const refusesDocument = (store: Pick<SellerAdminView, 'verification_waits'>, status: SellerStatus) =>
  status === 'inactive' && store.verification_waits;
