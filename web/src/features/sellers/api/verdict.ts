import type { SellerStatus } from '@shop/contracts/constants';
import type { SellerAdminView } from '@shop/contracts/views';
import { isApiError } from '../../../lib/calls/api';
import { call } from '../../../lib/calls/call';

type Judged = Pick<SellerAdminView, 'id' | 'verification_uploaded_at'>;

/** What a store becomes, said of it as it was shown; `reason` when its document is refused. */
export type Verdict = { store: Judged; status: SellerStatus; reason?: string };

/** Names the document that was looked at, so that none is judged unseen. */
export const verdictCall = ({ store: { id, verification_uploaded_at }, ...verdict }: Verdict) =>
  call('PUT /api/sellers/:id/status', { params: { id }, body: { ...verdict, verification_uploaded_at } });

/** Another document has come since the store was shown. */
export const isDocumentChanged = (error: unknown) => isApiError(error) && error.code === 'document-changed';

/** A document that waits is refused by setting the store inactive. */
export const refusesDocument = (store: Pick<SellerAdminView, 'status' | 'verification_photo'>, status: SellerStatus) =>
  store.status === 'pending' && status === 'inactive' && store.verification_photo !== null;
