import type { ClaimView } from '@shop/contracts/views';
import { useState } from 'react';
import { api, errorText } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { useClaimQuery, useWithdrawClaimMutation } from '../api/claims-api';
import { FilePreview, Thread } from '../parts/Thread';
import { useSendMessage } from '../parts/use-send-message';
import { WriteMessage } from '../parts/WriteMessage';
import styles from '../parts/Claims.module.css';

/** The thread of a claim, for its buyer and its seller. */
export function ClaimDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const claim = useClaimQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Dialog
      title={claim.currentData ? `Problem with ${claim.currentData.name}` : 'Problem'}
      open
      wide
      stays
      onOpenChange={onClose}
    >
      <Query
        of={{ ...claim, data: claim.currentData }}
        skeleton={<Skeleton height="240px" />}
        errorText={(error) => errorText(error, 'Failed to load the messages')}
      >
        {(claimView) => <Claim claim={claimView} />}
      </Query>
    </Dialog>
  );
}

function Claim({ claim }: { claim: ClaimView }) {
  const dispatch = useAppDispatch();
  const sending = useSendMessage(claim.id, (error) => {
    dispatch(api.util.invalidateTags(['Claims']));
    if (error) dispatch(sessionHasEnded(error));
  });
  return (
    <>
      <Thread claim={claim} preview={(file) => <FilePreview file={file} src={file.url} />} />
      {claim.waits_for && <WriteMessage sending={sending} />}
      {claim.waits_for && claim.part === 'buyer' && <Withdraw id={claim.id} />}
    </>
  );
}

/** Takes the report back, after a second look. */
function Withdraw({ id }: { id: number }) {
  const dispatch = useAppDispatch();
  const [withdraw, { isLoading }] = useWithdrawClaimMutation();
  const [asks, setAsks] = useState(false);
  async function act() {
    const { error } = await withdraw(id);
    if (error && !dispatch(sessionHasEnded(error)))
      toast.error(errorText(error, 'It could not be taken back. Please try again.'));
    if (!error) toast.success('You have taken the report back.');
  }
  if (!asks)
    return (
      <div className={styles.acts}>
        <Button variant="ghost" onClick={() => setAsks(true)}>
          Take the report back
        </Button>
      </div>
    );
  return (
    <div className={styles.acts} role="group" aria-label="Take the report back">
      <p>The track is then yours as it was bought, and nobody decides about the problem.</p>
      <Button variant="danger" busy={isLoading} onClick={() => void act()}>
        Take it back
      </Button>
      <Button disabled={isLoading} onClick={() => setAsks(false)}>
        Keep the report
      </Button>
    </div>
  );
}
