import { AnnouncementPopup } from '#features/announcements/public/AnnouncementPopup.tsx';
import { CookieConsent } from '#features/consent/public/CookieConsent.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';

/** The pop-ups that appear by themselves. One that breaks leaves the other. */
export const PopupContents = () => (
  <>
    <SectionBoundary instead={null}>
      <CookieConsent />
    </SectionBoundary>
    <SectionBoundary instead={null}>
      <AnnouncementPopup />
    </SectionBoundary>
  </>
);
