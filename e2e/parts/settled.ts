import type { Page } from '@playwright/test';

/**
 * Waits until the page is drawn, its parts can be used, and its short animations have ended. Animations of two seconds and more
 * may go on: a spinner never ends, and the bar of a toast shows the time that is left.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const isMoving = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) < 2_000)
        // an animation never ends in a row that the browser does not lay out because it is out of sight (content-visibility)
        .some(({ effect }) => (effect as KeyframeEffect).target?.checkVisibility({ contentVisibilityAuto: true }));
    const isWaiting = () => [...document.querySelectorAll('[inert]')].some((part) => part.checkVisibility());
    // in the first frame the animations of the latest change begin, in the second they are drawn
    await frame();
    do await frame();
    while (isMoving() || isWaiting());
  });

/** Without what appears by itself, which has journeys of its own. */
export const undisturbed = (page: Page) =>
  page.addInitScript(() => {
    sessionStorage.setItem('announcementsDismissed', 'true');
    document.cookie = 'cookieConsent=true; path=/';
  });
