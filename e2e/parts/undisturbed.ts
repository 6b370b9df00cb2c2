import type { Page } from '@playwright/test';

/** Without what appears by itself, which has journeys of its own. */
export const undisturbed = (page: Page) =>
  page.addInitScript(() => {
    sessionStorage.setItem('announcementsDismissed', 'true');
    document.cookie = 'cookieConsent=true; path=/';
  });
