import { dollarsToCents } from '@shop/contracts/pricing';
import type { OrderView } from '@shop/contracts/views';
import { errorText } from '#lib/calls/api.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { Money } from '#ui/display/Money.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { ORDER_COLUMNS } from './admin-order-columns';
import styles from './AdminOrders.module.css';
import { useOrdersOfBuyerQuery } from '../api/admin-orders-api';

// Without the columns for customer and status: all orders are of one customer, and the status is set on the page of the order.
const COLUMNS = ORDER_COLUMNS.filter(({ header }) => header !== 'Customer' && header !== 'Status');

/** All orders of a user, failed checkouts included. */
export function AdminOrdersOfBuyer({
  user,
  onClose,
}: {
  user: { id: number; name: string; last_name: string };
  onClose: () => void;
}) {
  const orders = useOrdersOfBuyerQuery(user.id, { refetchOnMountOrArgChange: true });
  const table = (rows: OrderView[] | undefined) => (
    <DataTable caption="Orders" columns={COLUMNS} rows={rows} empty="This user has no orders" skeletonRows={3} />
  );
  return (
    <Dialog title={`Orders of ${user.name} ${user.last_name}`} open wide onOpenChange={onClose}>
      <Query of={orders} skeleton={table(undefined)} errorText={(error) => errorText(error, 'Failed to load orders')}>
        {(all) => (
          <>
            {table(all)}
            {all.length > 0 && (
              <p className={`muted ${styles.paid}`}>
                Paid: <Money cents={paidCents(all)} />
              </p>
            )}
          </>
        )}
      </Query>
    </Dialog>
  );
}

const paidCents = (orders: readonly OrderView[]) =>
  orders.reduce((sum, order) => sum + (order.payment_state === 'paid' ? dollarsToCents(order.total_price) : 0), 0);
