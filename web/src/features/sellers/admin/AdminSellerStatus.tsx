import { NO_SELLER_STATUS, SELLER_STATUSES, type SellerStatus } from '@shop/contracts/constants';
import type { SellerAdminView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '../../session/admin-role';
import { errorText } from '../../../lib/calls/api';
import { toast } from '../../../lib/toast';
import { Badge } from '../../../ui/display/Badge';
import { SmallSelect } from '../../../ui/form/SmallSelect';
import { AdminRefuseDialog } from './AdminRefuseDialog';
import { useSetSellerStatusMutation } from '../api/admin-sellers-api';
import { isDocumentChanged, refusesDocument, type Verdict } from '../api/verdict';

export const STATUS_NAMES: Record<string, string> = {
  [NO_SELLER_STATUS]: 'No document',
  pending: 'Pending',
  active: 'Active',
  inactive: 'Inactive',
};

/**
 * Sets the status of a store in its row, for admins who may. The change to inactive refuses a document that waits, which
 * needs a reason.
 */
export function AdminSellerStatus({ seller }: { seller: SellerAdminView }) {
  const may = useMay();
  const [set, { isLoading }] = useSetSellerStatusMutation();
  const [refusing, setRefusing] = useState<SellerAdminView | null>(null);
  /** → whether the document is decided, or was replaced by another one meanwhile */
  async function send(verdict: Verdict): Promise<boolean> {
    const { error } = await set(verdict);
    if (error) toast.error(errorText(error, 'Update failed'));
    else toast.success('Status updated');
    const isOver = !error || isDocumentChanged(error);
    if (isOver) setRefusing(null);
    return isOver;
  }
  function choose(status: SellerStatus) {
    if (refusesDocument(seller, status)) return setRefusing(seller);
    // an arrow key chooses at once, and this verdict is mailed
    const isVerdict = status === 'active' && (seller.status === 'pending' || seller.verification_waits);
    if (!isVerdict || window.confirm(`Activate the store ${seller.shop_name}?`)) void send({ store: seller, status });
  }
  if (!may('changeStores'))
    return <Badge tone={seller.status === 'active' ? 'signal' : 'plain'}>{STATUS_NAMES[seller.status]}</Badge>;
  return (
    <>
      <SmallSelect
        tone={seller.status === 'active' ? 'signal' : undefined}
        aria-label={`Status of ${seller.shop_name}`}
        value={seller.status}
        disabled={isLoading}
        aria-busy={isLoading}
        onChange={({ target }) => choose(target.value as SellerStatus)}
      >
        {seller.status === NO_SELLER_STATUS && (
          <option value={NO_SELLER_STATUS} disabled>
            {STATUS_NAMES[NO_SELLER_STATUS]}
          </option>
        )}
        {SELLER_STATUSES.map((status) => (
          <option key={status} value={status}>
            {STATUS_NAMES[status]}
          </option>
        ))}
      </SmallSelect>
      <AdminRefuseDialog
        store={refusing}
        onClose={() => setRefusing(null)}
        onRefuse={async (reason) => refusing !== null && send({ store: refusing, status: 'inactive', reason })}
      />
    </>
  );
}
