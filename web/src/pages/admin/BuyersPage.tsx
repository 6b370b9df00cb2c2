import type { UserView } from '@shop/contracts/views';
import { useState } from 'react';
import { buyerColumns } from '../../features/identity/admin-buyer-columns';
import { AdminBuyerForm } from '../../features/identity/AdminBuyerForm';
import { useBuyersQuery, useDeleteBuyerMutation } from '../../features/identity/adminBuyersApi';
import { AdminOrdersOfBuyer } from '../../features/orders/AdminOrdersOfBuyer';
import { errorText } from '../../lib/api';
import { toast } from '../../lib/toast';
import { useListParams } from '../../lib/use-list-params';
import { DataTable } from '../../ui/DataTable';
import { ListHead } from '../../ui/ListHead';
import { Pagination } from '../../ui/Pagination';
import { Query } from '../../ui/Query';
import { SearchBox } from '../../ui/SearchBox';

/** All accounts: edited, deleted, and asked for their orders (spec 3 §2). */
export function BuyersPage() {
  const { params, query, change } = useListParams();
  const list = useBuyersQuery(query, { refetchOnMountOrArgChange: true });
  // the page before is no answer to a question that failed
  const shown = { ...list, data: list.currentData ?? (list.isFetching ? list.data : undefined) };
  const [edited, setEdited] = useState<UserView | null>(null);
  const [ordersOf, setOrdersOf] = useState<UserView | null>(null);
  const [remove, removing] = useDeleteBuyerMutation();

  async function ask(user: UserView) {
    const question = [
      `Are you sure you want to delete ${user.name} ${user.last_name} (${user.email})?`,
      user.is_seller && 'This is a seller: the store ends with the account.',
      'Orders that are not paid end; what was bought stays in the books without a name. This cannot be undone.',
    ];
    if (!window.confirm(question.filter(Boolean).join(' '))) return;
    const { error } = await remove(user.id);
    if (error) return toast.error(errorText(error, 'Failed to delete user'));
    toast.success('User deleted successfully');
    if (list.data?.data.length === 1 && params.page > 1) change({ page: params.page - 1 });
  }

  const columns = buyerColumns({
    edit: setEdited,
    showOrders: setOrdersOf,
    remove: (user) => void ask(user),
    isRemoving: (id) => removing.isLoading && removing.originalArgs === id,
  });
  const table = (rows: UserView[] | undefined) => (
    <DataTable
      caption="Buyers"
      columns={columns}
      rows={rows}
      empty={params.q ? 'No matching buyers found' : 'No buyers yet'}
      sort={params.sort || '-id'}
      onSort={(sort) => change({ sort })}
      stale={list.isFetching && !list.currentData}
    />
  );

  return (
    <>
      <title>Buyers</title>
      <ListHead title="Buyers" total={list.data?.pagination.total}>
        <SearchBox label="Search by ID, name, email or country" value={params.q} onChange={(q) => change({ q })} />
      </ListHead>
      <Query of={shown} skeleton={table(undefined)} errorText={(error) => errorText(error, 'Failed to load buyers')}>
        {({ data, pagination }) => (
          <>
            {table(data)}
            <Pagination {...pagination} onChange={(page) => change({ page })} />
          </>
        )}
      </Query>
      {edited && <AdminBuyerForm key={edited.id} user={edited} onClose={() => setEdited(null)} />}
      {ordersOf && <AdminOrdersOfBuyer user={ordersOf} onClose={() => setOrdersOf(null)} />}
    </>
  );
}
