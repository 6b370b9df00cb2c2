import { ORDER_STATUSES, ORDER_WAYS, PAYMENT_STATES } from '@shop/contracts/constants';
import { ORDER_COLUMNS } from '#features/orders/admin/admin-order-columns.tsx';
import { AdminInvoicesOfMonth } from '#features/orders/admin/AdminInvoicesOfMonth.tsx';
import { PAYMENT_NAMES, STATUS_NAMES, WAY_NAMES } from '#features/orders/admin/admin-order-words.ts';
import { useAdminOrdersQuery } from '#features/orders/api/admin-orders-api.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { ALL, FilterSelect } from '#ui/table/FilterSelect.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { ListTable } from '#ui/table/ListTable.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';

const STATUSES = [ALL, ...ORDER_STATUSES.map((value) => ({ value, text: STATUS_NAMES[value] }))];
const PAYMENTS = [ALL, ...PAYMENT_STATES.map((value) => ({ value, text: PAYMENT_NAMES[value].name }))];
const WAYS = [ALL, ...ORDER_WAYS.map((value) => ({ value, text: WAY_NAMES[value] }))];

export function OrdersPage() {
  const list = useListParams(['status', 'payment_state', 'way']);
  const { params, change } = list;
  const orders = useAdminOrdersQuery(list.query, { refetchOnMountOrArgChange: true });

  return (
    <>
      <ListHead title="Orders" of={orders} action={<AdminInvoicesOfMonth />}>
        <SearchBox label="Search by number, buyer, track or PayPal id" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="Status" value={params.status} onChange={(status) => change({ status })} options={STATUSES} />
        <FilterSelect
          label="Payment"
          value={params.payment_state}
          onChange={(payment_state) => change({ payment_state })}
          options={PAYMENTS}
        />
        <FilterSelect label="Way" value={params.way} onChange={(way) => change({ way })} options={WAYS} />
      </ListHead>
      <ListTable
        caption="Orders"
        of={orders}
        list={list}
        columns={ORDER_COLUMNS}
        empty={list.isNarrowed ? 'No matching orders found' : 'No orders yet'}
        failed="Failed to load orders"
      />
    </>
  );
}
