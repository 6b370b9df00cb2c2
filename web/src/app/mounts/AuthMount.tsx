import { useState } from 'react';
import { useAppDispatch, useAppSelector } from '#lib/hooks.ts';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { loginClosed } from '#features/session/session.ts';
import { toast } from '#lib/toast.ts';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { loadAuthModal } from './load-auth-modal';

const AuthModal = lazyWithRetry(async () => (await loadAuthModal()).AuthModal);

/** The login stays mounted after its first use, so that its closing can be seen. Each opening starts with an empty form. */
export function AuthMount() {
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => state.session.loginOpen);
  const [openState, setOpenState] = useState({ open, openings: open ? 1 : 0 });
  if (openState.open !== open) setOpenState({ open, openings: openState.openings + (open ? 1 : 0) });
  return openState.openings > 0 ? (
    <SectionBoundary
      place={openState.openings}
      instead={null}
      onCatch={() => {
        toast.error('The login could not be loaded. Please check your connection and try again.');
        dispatch(loginClosed());
      }}
    >
      <AuthModal key={openState.openings} />
    </SectionBoundary>
  ) : null;
}
