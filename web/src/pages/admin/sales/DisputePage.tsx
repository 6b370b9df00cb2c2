import { ArrowLeft, ReceiptText } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { Dispute } from '#features/disputes/Dispute.tsx';
import { useDisputeQuery } from '#features/disputes/disputes-api.ts';
import { AdminTitle } from '#lib/admin/AdminTitle.tsx';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { paths } from '#lib/paths.ts';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import styles from './OrderPage.module.css';

/** One dispute at PayPal (docs/product/disputes.md#what-the-shop-can-do). */
export function DisputePage() {
  const { id = '' } = useParams();
  const dispute = useDisputeQuery(id, { refetchOnMountOrArgChange: true });
  const disputeView = dispute.currentData;
  return (
    <>
      <AdminTitle page={`Dispute ${id}`} />
      <nav className={styles.ways}>
        <Link to={paths.admin.page('disputes')} className={styles.back}>
          <ArrowLeft size={16} aria-hidden />
          Disputes
        </Link>
        {disputeView?.orderId != null && (
          <Link to={paths.admin.page(`orders/${disputeView.orderId}`)} className={styles.back}>
            <ReceiptText size={16} aria-hidden />
            Order {disputeView.orderId}
          </Link>
        )}
      </nav>
      <h1 className={styles.title}>
        Dispute <span>{id}</span>
      </h1>
      <Query
        of={{ ...dispute, data: disputeView }}
        skeleton={<Skeleton height="320px" />}
        errorText={(error) =>
          isApiError(error) && error.status === 404
            ? `There is no dispute ${id}.`
            : errorText(error, 'Failed to load the dispute')
        }
      >
        {(data) => <Dispute dispute={data} />}
      </Query>
    </>
  );
}
