import { AdminBuyers } from '#features/identity/admin/AdminBuyers.tsx';
import { useBuyersQuery } from '#features/identity/api/admin-buyers-api.ts';
import { AdminOrdersOfBuyer } from '#features/orders/admin/AdminOrdersOfBuyer.tsx';
import { useListParams } from '#lib/use-list-params.ts';
import { ListHead } from '#ui/table/ListHead.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';

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
