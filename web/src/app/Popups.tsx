import { lazily } from '../lib/lazily';
import { useElapsed } from '../lib/use-elapsed';
import { Part } from '../ui/Part';

const APPEAR_MS = 3000;

const CookieConsent = lazily(async () => (await import('../features/consent/CookieConsent')).CookieConsent, { quiet: true });
const AnnouncementPopup = lazily(async () => (await import('../features/announcements/AnnouncementPopup')).AnnouncementPopup, {
  quiet: true,
});

/** What appears by itself three seconds after the page; what cannot be loaded is left out, since nobody asked for it. */
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
