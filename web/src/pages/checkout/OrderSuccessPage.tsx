import { Navigate, useLocation } from 'react-router-dom';
import { OrderSuccess, type Arrival } from '#features/orders/public/OrderSuccess.tsx';
import { paths } from '#lib/paths.ts';
import { useUserId } from '#features/session/session.ts';
import styles from '../parts/AccountPages.module.css';

/** The thank-you page with the downloads. The checkout passes the bought order and its buyer in the navigation's state. */
export function OrderSuccessPage() {
  const { state } = useLocation() as { state: (Arrival & { userId: number }) | null };
  const userId = useUserId();
  if (userId === null) return <Navigate to={paths.account} replace />;
  return (
    <section className={`wrap ${styles.page}`}>
      {/* The browser keeps the state of a visit longer than its buyer's session. */}
      <OrderSuccess userId={userId} arrival={state?.userId === userId ? state : null} />
    </section>
  );
}
