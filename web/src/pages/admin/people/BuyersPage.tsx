import type { UserView } from '@shop/contracts/views';
import { useState } from 'react';
import { buyerColumns } from '../../../features/identity/admin/admin-buyer-columns';
import { AdminBuyerForm } from '../../../features/identity/admin/AdminBuyerForm';
import {
  useBuyersQuery,
  useDeleteBuyerMutation,
  useReinstateBuyerMutation,
} from '../../../features/identity/api/admin-buyers-api';
import { AdminSuspendForm } from '../../../features/identity/admin/AdminSuspendForm';
import { AdminOrdersOfBuyer } from '../../../features/orders/admin/AdminOrdersOfBuyer';
import { useMay } from '../../../features/session/admin-role';
import { useAdminId } from '../../../lib/calls/admin-session';
import { errorText } from '../../../lib/calls/api';
import { toast } from '../../../lib/toast';
import { useListParams } from '../../../lib/use-list-params';
import { ListHead } from '../../../ui/table/ListHead';
import { ListTable } from '../../../ui/table/ListTable';
import { SearchBox } from '../../../ui/form/SearchBox';

/** All accounts, to edit and delete, with links to their orders (docs/product/administration.md#buyers). */
export function BuyersPage() {
  const list = useListParams();
  const buyers = useBuyersQuery(list.query, { refetchOnMountOrArgChange: true });
  const [edited, setEdited] = useState<UserView | null>(null);
  const [ordersOf, setOrdersOf] = useState<UserView | null>(null);
  const [suspended, setSuspended] = useState<UserView | null>(null);
  const [remove, removing] = useDeleteBuyerMutation();
  const [reinstate] = useReinstateBuyerMutation();
  const may = useMay();
  const ownId = useAdminId();

  async function ask(user: UserView) {
    const question = [
      `Are you sure you want to delete ${user.name} ${user.last_name} (${user.email})?`,
      user.is_seller && 'This is a seller: the store ends with the account.',
      'Orders that are not paid end; what was bought stays in the books without a name. This cannot be undone.',
    ];
    if (!window.confirm(question.filter(Boolean).join(' '))) return;
    const { error } = await remove(user.id);
    if (error) toast.error(errorText(error, 'Failed to delete user'));
    else toast.success('User deleted successfully');
  }

  async function askToReinstate({ id, email, suspended: why }: UserView) {
    if (!window.confirm(`Let ${email} in again? They were suspended: ${why?.reason}`)) return;
    const { error } = await reinstate(id);
    if (error) toast.error(errorText(error, 'Failed to reinstate the account'));
    else toast.success('The account can log in again');
  }

  return (
    <>
      <ListHead title="Buyers" of={buyers}>
        <SearchBox label="Search by ID, name, email or country" value={list.params.q} onChange={(q) => list.change({ q })} />
      </ListHead>
      <ListTable
        caption="Buyers"
        of={buyers}
        list={list}
        columns={buyerColumns({
          ownId,
          edit: setEdited,
          showOrders: setOrdersOf,
          suspend: setSuspended,
          reinstate: (user) => void askToReinstate(user),
          remove: (user) => void ask(user),
          may,
          isRemoving: (id) => removing.isLoading && removing.originalArgs === id,
        })}
        empty={list.isNarrowed ? 'No matching buyers found' : 'No buyers yet'}
        failed="Failed to load buyers"
      />
      {edited && <AdminBuyerForm key={edited.id} user={edited} onClose={() => setEdited(null)} />}
      {suspended && <AdminSuspendForm key={suspended.id} user={suspended} onClose={() => setSuspended(null)} />}
      {ordersOf && <AdminOrdersOfBuyer user={ordersOf} onClose={() => setOrdersOf(null)} />}
    </>
  );
}
