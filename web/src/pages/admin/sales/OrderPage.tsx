import { ArrowLeft, History } from 'lucide-react';
import type { AdminOrderView } from '@shop/contracts/views';
import { Link, useParams } from 'react-router-dom';
import { AdminTitle } from '#lib/admin/AdminTitle.tsx';
import { AdminOrder } from '#features/orders/admin/AdminOrder.tsx';
import { AdminOrderHead } from '#features/orders/admin/AdminOrderHead.tsx';
import { useAdminOrderQuery } from '#features/orders/api/admin-orders-api.ts';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { May } from '#features/session/May.tsx';
import { adminPageOf } from '#lib/admin/admin-page-of.ts';
import { paths } from '#lib/paths.ts';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import styles from './OrderPage.module.css';

/** One order with its history (docs/product/administration.md#orders-in-the-admin-area). */
export function OrderPage() {
  const { id } = useParams();
  const order = useAdminOrderQuery(Number(id), { refetchOnMountOrArgChange: true });
  const skeleton = (
    <div className={styles.skeleton}>
      <Skeleton height="72px" />
      <Skeleton height="160px" />
      <Skeleton height="240px" />
    </div>
  );
  return (
    <>
      <AdminTitle page={`Order ${id}`} />
      <nav className={styles.ways}>
        <Link to={paths.admin.page('orders')} className={styles.back}>
          <ArrowLeft size={16} aria-hidden />
          Orders
        </Link>
        <Link to={paths.admin.timelineOf('order', Number(id))} className={styles.back}>
          <History size={16} aria-hidden />
          Timeline
        </Link>
      </nav>
      <AdminOrderHead id={id} order={order.currentData} />
      <Query
        of={{ ...order, data: order.currentData }}
        skeleton={skeleton}
        errorText={(error) =>
          isApiError(error) && error.status === 404 ? `There is no order ${id}.` : errorText(error, 'Failed to load the order')
        }
      >
        {(loadedOrder) => <AdminOrder order={loadedOrder} buyer={<Buyer order={loadedOrder} />} />}
      </Query>
    </>
  );
}

function Buyer({ order: { user, user_id } }: { order: AdminOrderView }) {
  const name = user ? `${user.name} ${user.last_name}, ${user.email}` : `No. ${user_id}`;
  return (
    <May right="readPeople" instead={name}>
      <Link to={adminPageOf.account(user_id)} dir="auto">
        {name}
      </Link>
    </May>
  );
}
