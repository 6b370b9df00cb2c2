import type { ClaimOutcome } from '@shop/contracts/constants';
import type { ClaimFileView, ClaimView } from '@shop/contracts/views';
import { useEffect, useState } from 'react';
import { expireAdminSession, useAdminToken } from '#lib/calls/admin-session.ts';
import { adminApi } from '#lib/calls/admin-api.ts';
import { isApiError } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { Button } from '#ui/action/Button.tsx';
import { useMay } from '../../session/admin-role';
import { useAdminClaimFileQuery } from '../api/admin-claims-api';
import { FilePreview, Thread } from '../parts/Thread';
import { useSendMessage } from '../parts/use-send-message';
import { WriteMessage } from '../parts/WriteMessage';
import styles from '../parts/Claims.module.css';
import { AdminDecideClaim } from './AdminDecideClaim';

/** A claim for admins: its thread, and the buttons that decide it. */
export function AdminClaim({ claim }: { claim: ClaimView }) {
  const token = useAdminToken();
  const dispatch = useAppDispatch();
  const may = useMay();
  const [outcome, setOutcome] = useState<ClaimOutcome | null>(null);
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
      {claim.waits_for && (
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
      {outcome && <AdminDecideClaim claimId={claim.id} outcome={outcome} onClose={() => setOutcome(null)} />}
    </>
  );
}

function AdminFile({ claimId, file }: { claimId: number; file: ClaimFileView }) {
  const { data } = useAdminClaimFileQuery({ id: claimId, fileId: file.id });
  useEffect(() => () => void (data && URL.revokeObjectURL(data)), [data]);
  return <FilePreview file={file} src={data ?? null} />;
}
