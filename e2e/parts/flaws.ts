import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { settled } from './settled';

/** Nothing on the page may be seriously out of reach for anybody. */
export async function seriousFlaws(page: Page, where: string) {
  // what is dimmed while it loads is not what is there to be read
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await seriousFlawsAsItIs(page, where);
}

/** The same of a page that shows on purpose what is busy; a dimmed list is left out. */
export async function seriousFlawsAsItIs(page: Page, where: string) {
  await settled(page);
  // no page holds frames of another origin: the way that reaches into them opens a second page for every look
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.exclude('table[aria-busy="true"]').analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    `axe on ${where}`,
  ).toEqual([]);
}

/** Without flaws that shut somebody out, and without sideways scrolling. */
export async function isSound(page: Page, where: string) {
  await seriousFlaws(page, where);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}
