import { dollarsToCents } from '@shop/contracts/pricing';
import { dayText } from '@shop/contracts/times';
import type { OrderView } from '@shop/contracts/views';
import { adminPageOf } from '#lib/admin/admin-page-of.ts';
import type { Column } from '#ui/table/DataTable.tsx';
import { Money } from '#ui/display/Money.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';
import { TwoLines } from '#ui/display/TwoLines.tsx';
import styles from './AdminOrders.module.css';
import { AdminStatusSelect } from './AdminStatusSelect';
import { PaymentBadge } from './PaymentBadge';

export const ORDER_COLUMNS: Column<OrderView>[] = [
  { header: 'ID', sort: 'id', number: true, cell: ({ id }) => id },
  { header: 'Date', sort: 'created_at', oneLine: true, cell: ({ created_at }) => dayText(created_at) },
  { header: 'Customer', wide: true, cell: (order) => <Customer order={order} /> },
  { header: 'Tracks', typed: true, cell: ({ products }) => <Tracks names={products.map(({ name }) => name)} /> },
  {
    header: 'Total',
    sort: 'total_price',
    number: true,
    cell: ({ total_price }) => <Money cents={dollarsToCents(total_price)} />,
  },
  { header: 'Payment', sort: 'payment_state', cell: ({ payment_state }) => <PaymentBadge state={payment_state} /> },
  { header: 'Status', sort: 'status', cell: (order) => <AdminStatusSelect order={order} /> },
  {
    header: 'Actions',
    cell: ({ id }) => <RowActions what={`order ${id}`} actions={[{ text: 'View', to: adminPageOf.order(id) }]} />,
  },
];

function Customer({ order }: { order: OrderView }) {
  const { firstName, lastName, email } = order.customer_info;
  if (!email) return <span className="muted">Account deleted</span>;
  return (
    <TwoLines below={email}>
      {firstName} {lastName}
    </TwoLines>
  );
}

const Tracks = ({ names }: { names: readonly string[] }) => (
  <span className={styles.tracks}>
    <bdi>{names[0]}</bdi>
    {names.length > 1 && <span className="muted"> and {names.length - 1} more</span>}
  </span>
);
