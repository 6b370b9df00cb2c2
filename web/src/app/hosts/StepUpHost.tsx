import { useEffect, useSyncExternalStore } from 'react';
import { useTurn } from '../../features/session/session';
import { useAdminId } from '../../lib/calls/admin-session';
import { lazily } from '../../lib/loading/lazily';
import { stepUps } from '../../lib/calls/step-up';
import { toast } from '../../lib/toast';
import { Part } from '../../ui/feedback/Part';

const StepUpDialog = lazily(async () => (await import('../../features/identity/public/factors/StepUpDialog')).StepUpDialog);

/** Shows the dialog when a call needs a second factor. When the user changes, the waiting calls are given up. */
export function StepUpHost() {
  const waiting = useSyncExternalStore(stepUps.subscribe, stepUps.get, stepUps.get);
  const turn = useTurn();
  const adminId = useAdminId();
  useEffect(() => () => stepUps.settle(false), [turn, adminId]);
  if (!waiting) return null;
  return (
    <Part
      instead={null}
      onCatch={() => {
        toast.error('The confirmation could not be loaded. Please check your connection and try again.');
        stepUps.settle(false);
      }}
    >
      <StepUpDialog admin={waiting.admin} />
    </Part>
  );
}
