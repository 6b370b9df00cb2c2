import type { Page } from '@playwright/test';

/**
 * Until the page stands as it is to be read: drawn, faded in, changed in colour. What takes seconds may go on: a spinner turns for ever,
 * and the bar of a toast shows the time that is left.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const isMoving = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) < 2_000)
        // time stands still in a row that is not laid out because it is out of sight, or has gone there meanwhile
        .some(({ effect }) => (effect as KeyframeEffect).target?.checkVisibility({ contentVisibilityAuto: true }));
    // one frame for what was just changed to begin moving, another for it to be drawn
    await frame();
    do await frame();
    while (isMoving());
  });
