import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing on the page may be seriously out of reach for anybody. */
export async function seriousFlaws(page: Page, where: string) {
  // what is dimmed while it loads is not what is there to be read
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await seriousFlawsAsItIs(page, where);
}

/** The same of a page that shows on purpose what is busy; a dimmed list is left out. */
export async function seriousFlawsAsItIs(page: Page, where: string) {
  await fadedIn(page);
  const { violations } = await new AxeBuilder({ page }).exclude('table[aria-busy="true"]').analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    `axe on ${where}`,
  ).toEqual([]);
}

/** What fades in is not yet as it is to be read; what turns for ever, such as a spinner, is. */
const fadedIn = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
