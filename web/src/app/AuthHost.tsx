import { lazy, Suspense, useState } from 'react';
import { useAppSelector } from '../lib/hooks';
import { loadAuthModal } from './load-auth-modal';

const AuthModal = lazy(() => loadAuthModal().then((module) => ({ default: module.AuthModal })));

/** Mounts the login with its first use and keeps it, so that its closing can be seen. Each opening starts anew. */
export function AuthHost() {
  const open = useAppSelector((state) => state.session.loginOpen);
  const [seen, setSeen] = useState({ open, openings: open ? 1 : 0 });
  if (seen.open !== open) setSeen({ open, openings: seen.openings + (open ? 1 : 0) });
  return seen.openings > 0 ? (
    <Suspense>
      <AuthModal key={seen.openings} />
    </Suspense>
  ) : null;
}
