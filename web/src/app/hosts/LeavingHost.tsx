import { useLocation } from 'react-router-dom';
import { useDetails } from '../../features/session/details-api';
import { lazily } from '../../lib/loading/lazily';
import { Part } from '../../ui/feedback/Part';

const LeavingNotice = lazily(async () => (await import('../../features/identity/public/own-data/LeavingNotice')).LeavingNotice, {
  quiet: true,
});

/** Shows a notice above every page while the user's account waits for its deletion and can still be kept. */
export function LeavingHost() {
  const { pathname } = useLocation();
  const eraseAt = useDetails().data?.erase_at;
  if (!eraseAt) return null;
  return (
    <Part place={pathname} instead={null}>
      <LeavingNotice eraseAt={eraseAt} />
    </Part>
  );
}
