import { NO_SELLER_STATUS, SELLER_STATUSES, type SellerStatus } from '@shop/contracts/constants';
import type { SellerAdminView } from '@shop/contracts/views';
import { toast } from '../../lib/toast';
import { SmallSelect } from '../../ui/SmallSelect';
import { useSetSellerStatusMutation } from './adminSellersApi';

export const STATUS_NAMES: Record<string, string> = {
  [NO_SELLER_STATUS]: 'No document',
  pending: 'Pending',
  active: 'Active',
  inactive: 'Inactive',
};

/** The status in place; any may be chosen (spec 3 §4). */
export function AdminSellerStatus({ seller }: { seller: SellerAdminView }) {
  const [set, { isLoading }] = useSetSellerStatusMutation();
  async function choose(status: SellerStatus) {
    const { error } = await set({ id: seller.id, status });
    if (error) toast.error('Update failed');
    else toast.success('Status updated');
  }
  return (
    <SmallSelect
      tone={seller.status === 'active' ? 'signal' : undefined}
      aria-label={`Status of ${seller.shop_name}`}
      value={seller.status}
      disabled={isLoading}
      onChange={({ target }) => void choose(target.value as SellerStatus)}
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
  );
}
