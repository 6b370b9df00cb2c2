import { useEffect, useSyncExternalStore } from 'react';
import { useTurn } from '#features/session/session.ts';
import { useAdminId } from '#lib/calls/admin-session.ts';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { stepUps } from '#lib/calls/step-up.ts';
import { toast } from '#lib/toast.ts';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';

const StepUpDialog = lazyWithRetry(async () => (await import('#features/identity/public/factors/StepUpDialog.tsx')).StepUpDialog);

/** Shows the dialog when a call needs a second factor. When the user changes, the waiting calls are given up. */
export function StepUpMount() {
  const waiting = useSyncExternalStore(stepUps.subscribe, stepUps.get, stepUps.get);
  const turn = useTurn();
  const adminId = useAdminId();
  useEffect(() => () => stepUps.settle(false), [turn, adminId]);
  if (!waiting) return null;
  return (
    <SectionBoundary
      instead={null}
      onCatch={() => {
        toast.error('The confirmation could not be loaded. Please check your connection and try again.');
        stepUps.settle(false);
      }}
    >
      <StepUpDialog admin={waiting.admin} />
    </SectionBoundary>
  );
}
