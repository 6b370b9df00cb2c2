import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDetails } from '#features/session/details-api.ts';
import { useAppDispatch, useAppSelector } from '#lib/hooks.ts';
import { interruptedResumed } from '#features/session/session.ts';
import { resumeInterrupted } from '#features/lists/use-track-actions.ts';

/** Finishes the click that waited for a login (docs/product/accounts.md#interrupted-clicks). */
export function ResumeInterrupted() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const interruption = useAppSelector((state) => state.session.interrupted);
  const { data: details } = useDetails(); // loaded first, because the track may be on the list already

  useEffect(() => {
    if (!interruption || !details) return;
    dispatch(interruptedResumed());
    // A dialog that opens over the present page adds no entry to the history.
    const here = ({ to }: { to: string }) => new URL(to, window.location.href).pathname === window.location.pathname;
    if (interruption.kind === 'go') void navigate(interruption.to, { replace: here(interruption) });
    else void resumeInterrupted(interruption, dispatch);
  }, [interruption, details, dispatch, navigate]);

  return null;
}
