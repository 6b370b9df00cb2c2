import { ORDER_STATUSES, PAYMENT_STATES } from '@shop/contracts/constants';
import type { OrderView } from '@shop/contracts/views';
import { ORDER_COLUMNS } from '../../features/orders/admin-order-columns';
import { PAYMENT_NAMES, STATUS_NAMES } from '../../features/orders/admin-order-words';
import { useAdminOrdersQuery } from '../../features/orders/adminOrdersApi';
import { errorText } from '../../lib/api';
import { useListParams } from '../../lib/use-list-params';
import { DataTable } from '../../ui/DataTable';
import { FilterSelect } from '../../ui/FilterSelect';
import { ListHead } from '../../ui/ListHead';
import { Pagination } from '../../ui/Pagination';
import { Query } from '../../ui/Query';
import { SearchBox } from '../../ui/SearchBox';

const ALL = { value: '', text: 'All' };
const STATUSES = [ALL, ...ORDER_STATUSES.map((value) => ({ value, text: STATUS_NAMES[value] }))];
const PAYMENTS = [ALL, ...PAYMENT_STATES.map((value) => ({ value, text: PAYMENT_NAMES[value].name }))];

/** All orders: searched, filtered, and given a status in place (spec 3 §2). */
export function OrdersPage() {
  const { params, query, change } = useListParams(['status', 'payment_state']);
  const list = useAdminOrdersQuery(query, { refetchOnMountOrArgChange: true });
  // the page before is no answer to a question that failed
  const shown = { ...list, data: list.currentData ?? (list.isFetching ? list.data : undefined) };
  const narrowed = params.q || params.status || params.payment_state;

  const table = (rows: OrderView[] | undefined) => (
    <DataTable
      caption="Orders"
      columns={ORDER_COLUMNS}
      rows={rows}
      empty={narrowed ? 'No matching orders found' : 'No orders yet'}
      sort={params.sort || '-id'}
      onSort={(sort) => change({ sort })}
      stale={list.isFetching && !list.currentData}
    />
  );

  return (
    <>
      <title>Orders</title>
      <ListHead title="Orders" total={list.data?.pagination.total}>
        <SearchBox label="Search by number, buyer, track or PayPal id" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="Status" value={params.status} onChange={(status) => change({ status })} options={STATUSES} />
        <FilterSelect
          label="Payment"
          value={params.payment_state}
          onChange={(payment_state) => change({ payment_state })}
          options={PAYMENTS}
        />
      </ListHead>
      <Query of={shown} skeleton={table(undefined)} errorText={(error) => errorText(error, 'Failed to load orders')}>
        {({ data, pagination }) => (
          <>
            {table(data)}
            <Pagination {...pagination} onChange={(page) => change({ page })} />
          </>
        )}
      </Query>
    </>
  );
}
