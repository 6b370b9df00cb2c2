import type { OrderItemView, OrderView } from '@shop/contracts/views';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { isBeingConfirmed } from './order-state';
import { OrderCard } from './OrderCard';
import styles from './OrderCard.module.css';
import { useOrdersOfUserQuery } from '../api/orders-api';

const ASK_AGAIN_MS = 5_000;

/** The user's purchases, with their files. While a payment is being confirmed, it keeps asking for news. */
export function MyOrders({
  user,
  problemsOf,
  insideOf,
}: {
  user: { id: number; email: string };
  problemsOf?: (order: OrderView) => ReactNode;
  insideOf?: (item: OrderItemView) => ReactNode;
}) {
  const orders = useOrdersOfUserQuery(user.id, { refetchOnMountOrArgChange: ASK_AGAIN_MS / 1000 });
  const waiting = orders.data?.some(isBeingConfirmed) ?? false;
  useOrdersOfUserQuery(user.id, { skip: !waiting, pollingInterval: ASK_AGAIN_MS });

  // A download opens a tab of its own; whoever comes back from there finds it counted.
  const askAgain = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void orders.refetch();
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', askAgain);
    return () => document.removeEventListener('visibilitychange', askAgain);
  }, []);

  return (
    <Query of={orders} skeleton={<OrdersSkeleton />} errorText="Failed to load orders">
      {(all) =>
        all.length === 0 ? (
          <EmptyState
            title="You have no orders yet"
            action={
              <ButtonLink variant="primary" to={paths.shop}>
                Browse Tracks
              </ButtonLink>
            }
          >
            What you buy is kept here, with its files and contracts, to be downloaded whenever you need it.
          </EmptyState>
        ) : (
          <div className={styles.orders}>
            {all.map((order) => (
              <RowBoundary
                key={order.id}
                instead={<p className="muted">Order #{order.id} cannot be shown. Please write to us.</p>}
              >
                <OrderCard order={order} accountEmail={user.email} problems={problemsOf?.(order)} insideOf={insideOf} />
              </RowBoundary>
            ))}
          </div>
        )
      }
    </Query>
  );
}

/** Two orders as they will stand: number, date and sum in a line, files beside the bill. */
export const OrdersSkeleton = () => (
  <div className={styles.orders}>
    {[0, 1].map((order) => (
      <div key={order} className={styles.order}>
        <div className={styles.head}>
          <Skeleton width="min(280px, 60%)" height="28px" />
          <span className={styles.sum}>
            <Skeleton width="88px" height="28px" />
          </span>
        </div>
        <div className={styles.columns}>
          <Skeleton height="96px" />
          <Skeleton height="160px" />
        </div>
      </div>
    ))}
  </div>
);
