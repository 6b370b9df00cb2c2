import type { ClaimOutcome } from '@shop/contracts/constants';
import type { ClaimDecisionForm } from '@shop/contracts/forms';
import { formatCents } from '@shop/contracts/pricing';
import type { ClaimFileView, ClaimView } from '@shop/contracts/views';
import { useEffect, useState, type ReactNode } from 'react';
import { expireAdminSession, useAdminToken } from '#lib/calls/admin-session.ts';
import { adminApi } from '#lib/calls/admin-api.ts';
import { isApiError } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { useMay } from '../../session/admin-role';
import { useAdminClaimFileQuery, useDecideClaimMutation } from '../api/admin-claims-api';
import { FilePreview, Thread } from '../parts/Thread';
import { useSendMessage } from '../parts/use-send-message';
import { WriteMessage } from '../parts/WriteMessage';
import styles from '../parts/Claims.module.css';
import { AdminDecideClaim } from './AdminDecideClaim';

type RefundDialog = (decide: (decision: ClaimDecisionForm) => Promise<unknown>, onClose: () => void) => ReactNode;

/** A claim for admins: its thread, and the buttons that decide it. `refundDialog` draws the decision that gives money back. */
export function AdminClaim({ claim, refundDialog }: { claim: ClaimView; refundDialog: RefundDialog }) {
  const token = useAdminToken();
  const dispatch = useAppDispatch();
  const may = useMay();
  const [outcome, setOutcome] = useState<ClaimOutcome | null>(null);
  const [decide] = useDecideClaimMutation();
  const { refund } = claim;
  const waitsForRefund = claim.waits_for !== null && refund !== undefined && refund.state !== 'failed';
  const close = () => setOutcome(null);
  async function decideRefund(decision: ClaimDecisionForm) {
    const { data, error } = await decide({ id: claim.id, ...decision });
    if (data) toast.success(data.data.waits_for ? 'Decided. The claim ends once PayPal has given the money back.' : 'Decided');
    return error;
  }
  const sending = useSendMessage(
    claim.id,
    (error) => {
      dispatch(adminApi.util.invalidateTags(['AdminClaims']));
      if (isApiError(error) && error.status === 401) dispatch(expireAdminSession(token));
    },
    token,
  );
  return (
    <>
      <Thread claim={claim} preview={(file) => <AdminFile claimId={claim.id} file={file} />} />
      {claim.waits_for && refund && (
        <p className={styles.decision} role="status">
          {refund.failure
            ? `The refund of ${formatCents(refund.amountCents)} failed: ${refund.failure} Please decide again.`
            : `A refund of ${formatCents(refund.amountCents)} is on its way at PayPal. The claim ends once the money is back.`}
        </p>
      )}
      {claim.waits_for && !waitsForRefund && (
        <div className={styles.acts} role="group" aria-label="Decision">
          <Button variant="primary" onClick={() => setOutcome('repair')}>
            Repaired
          </Button>
          {may('changeMoney') && (
            <>
              <Button variant="danger" onClick={() => setOutcome('refund')}>
                Refund
              </Button>
              <Button onClick={() => setOutcome('refuse')}>Refuse</Button>
            </>
          )}
        </div>
      )}
      {claim.waits_for && <WriteMessage sending={sending} />}
      {outcome === 'refund' && refundDialog(decideRefund, close)}
      {outcome && outcome !== 'refund' && <AdminDecideClaim claimId={claim.id} outcome={outcome} onClose={close} />}
    </>
  );
}

function AdminFile({ claimId, file }: { claimId: number; file: ClaimFileView }) {
  const { data, isError, refetch } = useAdminClaimFileQuery({ id: claimId, fileId: file.id });
  useEffect(() => () => void (data && URL.revokeObjectURL(data)), [data]);
  return <FilePreview file={file} src={data ?? null} {...(isError && { onRetry: refetch })} />;
}
