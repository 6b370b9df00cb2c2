import type { DownloadLinkView } from '@shop/contracts/views';
import { Navigate, useLocation } from 'react-router-dom';
import { OrderFiles } from '../../features/orders/public/OrderFiles';
import { useOrderQuery, useOrdersOfUserQuery } from '../../features/orders/api/orders-api';
import { paths } from '../../lib/paths';
import { useUserId } from '../../features/session/session';
import { ButtonLink } from '../../ui/action/Button';
import { Query } from '../../ui/feedback/Query';
import styles from '../parts/AccountPages.module.css';
import { ListSkeleton } from '../../ui/feedback/ListSkeleton';

type Arrival = { orderId: number; downloadLinks: DownloadLinkView[] };

/**
 * The thank-you page with the downloads. Without navigation state of this buyer, it shows their newest completed order
 * (docs/product/delivery.md#the-order-success-page).
 */
export function OrderSuccessPage() {
  const { state } = useLocation() as { state: (Arrival & { userId: number }) | null };
  const userId = useUserId();
  if (userId === null) return <Navigate to={paths.account} replace />;
  return (
    <section className={`wrap ${styles.page}`}>
      {/* the browser keeps the state of a visit longer than the session of the buyer that it is of */}
      {state?.userId === userId ? <Arrived {...state} /> : <NewestOrder userId={userId} />}
    </section>
  );
}

function Arrived({ orderId, downloadLinks }: Arrival) {
  const { data } = useOrderQuery(orderId);
  return <ThankYou orderId={orderId} downloadLinks={downloadLinks} contracts={data?.contracts ?? []} />;
}

function NewestOrder({ userId }: { userId: number }) {
  const orders = useOrdersOfUserQuery(userId, { refetchOnMountOrArgChange: true });
  return (
    <Query of={orders} skeleton={<ListSkeleton rows={3} />} errorText="Your order could not be loaded.">
      {(all) => {
        const newest = all
          .filter((order) => order.status === 'completed' && order.downloadLinks.length > 0)
          .sort((a, b) => b.id - a.id)[0];
        return newest ? (
          <ThankYou orderId={newest.id} downloadLinks={newest.downloadLinks} contracts={newest.contracts} />
        ) : (
          <Navigate to={paths.account} replace />
        );
      }}
    </Query>
  );
}

function ThankYou({ orderId, ...files }: Arrival & { contracts: { url: string; name: string }[] }) {
  return (
    <div className={styles.thanks}>
      <h1>Thank You for Your Purchase!</h1>
      <p>
        Order number: <span className="mono">#{orderId}</span>
      </p>
      <OrderFiles {...files} />
      <p className="muted">The same links are in your e-mail and under My Orders.</p>
      <ButtonLink variant="primary" to={paths.shop}>
        Continue Shopping
      </ButtonLink>
    </div>
  );
}
