import { AnnouncementPopup } from '../../features/announcements/public/AnnouncementPopup';
import { CookieConsent } from '../../features/consent/public/CookieConsent';
import { Part } from '../../ui/feedback/Part';

/** The pop-ups that appear by themselves. One that breaks leaves the other. */
export const PopupContents = () => (
  <>
    <Part instead={null}>
      <CookieConsent />
    </Part>
    <Part instead={null}>
      <AnnouncementPopup />
    </Part>
  </>
);
