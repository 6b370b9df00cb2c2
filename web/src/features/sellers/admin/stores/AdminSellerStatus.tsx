import { NO_SELLER_STATUS, SELLER_STATUSES, type SellerStatus } from '@shop/contracts/constants';
import type { SellerAdminView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { StatusSelect } from '#ui/table/StatusSelect.tsx';
import { AdminRefuseDialog } from '../queue/AdminRefuseDialog';
import { useSetSellerStatusMutation } from '../../api/admin-sellers-api';
import { isDocumentChanged, refusesDocument, type Verdict } from '../../api/verdict';

export const STATUS_NAMES: Record<string, string> = {
  [NO_SELLER_STATUS]: 'No document',
  pending: 'Pending',
  active: 'Active',
  inactive: 'Inactive',
};

/** Sets the status of a store, for admins who may. A change to inactive refuses a waiting document, which needs a reason. */
export function AdminSellerStatus({ seller }: { seller: SellerAdminView }) {
  const may = useMay();
  const [set, { isLoading }] = useSetSellerStatusMutation();
  const [refusing, setRefusing] = useState<SellerAdminView | null>(null);
  /** @returns whether the document is decided, or was replaced by another document in the meantime */
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
    // An arrow key chooses at once, and this verdict is mailed.
    const isVerdict = status === 'active' && (seller.status === 'pending' || seller.verification_waits);
    if (!isVerdict || window.confirm(`Activate the store ${seller.shop_name}?`)) void send({ store: seller, status });
  }
  return (
    <>
      <StatusSelect
        label={`Status of ${seller.shop_name}`}
        value={seller.status}
        statuses={SELLER_STATUSES}
        names={STATUS_NAMES}
        tone={seller.status === 'active' ? 'signal' : undefined}
        mayChange={may('changeStores')}
        busy={isLoading}
        onChange={choose}
      />
      {refusing && (
        <AdminRefuseDialog
          store={refusing}
          onClose={() => setRefusing(null)}
          onRefuse={(reason) => send({ store: refusing, status: 'inactive', reason })}
        />
      )}
    </>
  );
}
