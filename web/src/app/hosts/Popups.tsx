import { lazily } from '../../lib/loading/lazily';
import { useElapsed } from '../../lib/time/use-elapsed';
import { Part } from '../../ui/feedback/Part';

const APPEAR_MS = 3000;

const CookieConsent = lazily(async () => (await import('../../features/consent/public/CookieConsent')).CookieConsent, {
  quiet: true,
});
const AnnouncementPopup = lazily(
  async () => (await import('../../features/announcements/public/AnnouncementPopup')).AnnouncementPopup,
  {
    quiet: true,
  },
);

/** Shows the pop-ups that appear by themselves, three seconds after the page. Without their code, they do not appear. */
export function Popups() {
  const due = useElapsed(APPEAR_MS);
  return due ? (
    <>
      <Part instead={null}>
        <CookieConsent />
      </Part>
      <Part instead={null}>
        <AnnouncementPopup />
      </Part>
    </>
  ) : null;
}
