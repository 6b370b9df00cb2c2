import { timeText } from '@shop/contracts/times';
import type { AdminOrderView } from '@shop/contracts/views';
import { PaymentBadge } from './PaymentBadge';
import styles from './AdminOrder.module.css';
import { AdminStatusSelect } from './AdminStatusSelect';

/** The head of an order's page. It has its heading even before the order is loaded, and when there is no order. */
export const AdminOrderHead = ({ id, order }: { id: string | undefined; order: AdminOrderView | undefined }) => (
  <header className={styles.head}>
    <h1>
      Order <span className="mono">#{id}</span>
    </h1>
    {order && (
      <>
        <PaymentBadge state={order.payment_state} />
        <span className="muted">{timeText(order.created_at)}</span>
        <AdminStatusSelect order={order} />
      </>
    )}
  </header>
);
