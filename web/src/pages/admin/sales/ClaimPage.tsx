import { ArrowLeft, ReceiptText } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { AdminClaim } from '#features/claims/admin/AdminClaim.tsx';
import { useAdminClaimQuery } from '#features/claims/api/admin-claims-api.ts';
import { AdminRefundOfClaim } from '#features/orders/admin/AdminRefundOfClaim.tsx';
import { AdminTitle } from '#lib/admin/AdminTitle.tsx';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { paths } from '#lib/paths.ts';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import styles from './OrderPage.module.css';

/** One claim with its thread (docs/product/claims.md#the-decision). */
export function ClaimPage() {
  const { id } = useParams();
  const claim = useAdminClaimQuery(Number(id), { refetchOnMountOrArgChange: true });
  const claimView = claim.currentData;
  return (
    <>
      <AdminTitle page={`Claim ${id}`} />
      <nav className={styles.ways}>
        <Link to={paths.admin.page('claims')} className={styles.back}>
          <ArrowLeft size={16} aria-hidden />
          Claims
        </Link>
        {claimView && (
          <Link to={paths.admin.page(`orders/${claimView.orderId}`)} className={styles.back}>
            <ReceiptText size={16} aria-hidden />
            Order {claimView.orderId}
          </Link>
        )}
      </nav>
      <h1 className={styles.title}>
        Claim {id}
        {claimView && (
          <>
            : <bdi>{claimView.name}</bdi>
          </>
        )}
      </h1>
      <Query
        of={{ ...claim, data: claimView }}
        skeleton={<Skeleton height="320px" />}
        errorText={(error) =>
          isApiError(error) && error.status === 404 ? `There is no claim ${id}.` : errorText(error, 'Failed to load the claim')
        }
      >
        {(data) => (
          <AdminClaim
            claim={data}
            refundDialog={(decide, onClose) => <AdminRefundOfClaim claim={data} decide={decide} onClose={onClose} />}
          />
        )}
      </Query>
    </>
  );
}
