import type { Page } from '@playwright/test';

/**
 * Until the page stands as it is to be read: drawn, faded in, changed in colour. What takes seconds may go on: a spinner turns for ever,
 * and the bar of a toast shows the time that is left.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    // one frame for what was just changed to begin moving, another for it to be drawn
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) < 2_000)
      // time stands still in a row that is not laid out because it is out of sight
      .filter(({ effect }) => (effect as KeyframeEffect).target?.checkVisibility({ contentVisibilityAuto: true }));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
