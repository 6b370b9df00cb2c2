import type { UserView } from '@shop/contracts/views';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../session/admin-role';
import { useAdminId } from '#lib/calls/admin-session.ts';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import type { List } from '#lib/use-list-params.ts';
import { ListTable } from '#ui/table/ListTable.tsx';
import { useBuyersQuery, useDeleteBuyerMutation, useReinstateBuyerMutation } from '../api/admin-buyers-api';
import { buyerColumns } from './admin-buyer-columns';
import { AdminBuyerForm } from './AdminBuyerForm';
import { AdminSuspendForm } from './AdminSuspendForm';

/** `ordersOf` draws the orders of an account until it is closed. */
export function AdminBuyers({ list, ordersOf }: { list: List; ordersOf: (user: UserView, onClose: () => void) => ReactNode }) {
  const buyers = useBuyersQuery(list.query, { refetchOnMountOrArgChange: true });
  const [userToEdit, setUserToEdit] = useState<UserView | null>(null);
  const [ordersUser, setOrdersUser] = useState<UserView | null>(null);
  const [userToSuspend, setUserToSuspend] = useState<UserView | null>(null);
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
      <ListTable
        caption="Buyers"
        of={buyers}
        list={list}
        columns={buyerColumns({
          ownId,
          edit: setUserToEdit,
          showOrders: setOrdersUser,
          suspend: setUserToSuspend,
          reinstate: (user) => void askToReinstate(user),
          remove: (user) => void ask(user),
          may,
          isRemoving: (id) => removing.isLoading && removing.originalArgs === id,
        })}
        empty={list.isNarrowed ? 'No matching buyers found' : 'No buyers yet'}
        failed="Failed to load buyers"
      />
      {userToEdit && <AdminBuyerForm key={userToEdit.id} user={userToEdit} onClose={() => setUserToEdit(null)} />}
      {userToSuspend && <AdminSuspendForm key={userToSuspend.id} user={userToSuspend} onClose={() => setUserToSuspend(null)} />}
      {ordersUser && ordersOf(ordersUser, () => setOrdersUser(null))}
    </>
  );
}
