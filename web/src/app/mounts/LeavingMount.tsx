import { useLocation } from 'react-router-dom';
import { useDetails } from '#features/session/details-api.ts';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';

const LeavingNotice = lazyWithRetry(
  async () => (await import('#features/identity/public/own-data/LeavingNotice.tsx')).LeavingNotice,
  {
    quiet: true,
  },
);

/** Shows a notice above every page while the user's account waits for its deletion and can still be kept. */
export function LeavingMount() {
  const { pathname } = useLocation();
  const eraseAt = useDetails().data?.erase_at;
  if (!eraseAt) return null;
  return (
    <SectionBoundary place={pathname} instead={null}>
      <LeavingNotice eraseAt={eraseAt} />
    </SectionBoundary>
  );
}
