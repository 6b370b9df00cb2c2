import { lazy, Suspense } from 'react';
import { useElapsed } from '../lib/use-elapsed';

const APPEAR_MS = 3000;
/** A popup that cannot be loaded is left out: nobody asked for it. */
const nothing = { default: () => null };

const CookieConsent = lazy(() =>
  import('../features/consent/CookieConsent').then(
    (module) => ({ default: module.CookieConsent }),
    () => nothing,
  ),
);
const AnnouncementPopup = lazy(() =>
  import('../features/announcements/AnnouncementPopup').then(
    (module) => ({ default: module.AnnouncementPopup }),
    () => nothing,
  ),
);

/** What appears by itself three seconds after the page (decision 30). */
export function Popups() {
  const due = useElapsed(APPEAR_MS);
  return due ? (
    <>
      <Suspense>
        <CookieConsent />
      </Suspense>
      <Suspense>
        <AnnouncementPopup />
      </Suspense>
    </>
  ) : null;
}
