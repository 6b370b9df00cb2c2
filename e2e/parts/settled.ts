import type { Page } from '@playwright/test';

/** Until the page stands as it is to be read: drawn, faded in, changed in colour. What turns for ever, such as a spinner, may go on. */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    // one frame for what was just changed to begin moving, another for it to be drawn
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
