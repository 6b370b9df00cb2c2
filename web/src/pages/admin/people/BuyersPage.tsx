import { AdminBuyers } from '../../../features/identity/admin/AdminBuyers';
import { useBuyersQuery } from '../../../features/identity/api/admin-buyers-api';
import { AdminOrdersOfBuyer } from '../../../features/orders/admin/AdminOrdersOfBuyer';
import { useListParams } from '../../../lib/use-list-params';
import { ListHead } from '../../../ui/table/ListHead';
import { SearchBox } from '../../../ui/form/SearchBox';

/** All accounts, to edit and delete, with links to their orders (docs/product/administration.md#buyers). */
export function BuyersPage() {
  const list = useListParams();
  const buyers = useBuyersQuery(list.query);
  return (
    <>
      <ListHead title="Buyers" of={buyers}>
        <SearchBox label="Search by ID, name, email or country" value={list.params.q} onChange={(q) => list.change({ q })} />
      </ListHead>
      <AdminBuyers list={list} ordersOf={(user, onClose) => <AdminOrdersOfBuyer user={user} onClose={onClose} />} />
    </>
  );
}
