import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { settled } from './settled';

/** Expects that axe finds no serious or critical flaw of accessibility, once the page has loaded. */
export async function seriousFlaws(page: Page, where: string) {
  // a list is dimmed while it loads; its contrast counts only afterwards
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await seriousFlawsAsItIs(page, where);
}

/** The same for a page that is still loading on purpose. A list that is dimmed meanwhile is left out. */
export async function seriousFlawsAsItIs(page: Page, where: string) {
  await settled(page);
  // legacy mode does not look into frames of other origins. No page has any, and the other mode opens a second page each time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.exclude('table[aria-busy="true"]').analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    `axe on ${where}`,
  ).toEqual([]);
}

/** Expects no serious flaw of accessibility and no sideways scrolling. */
export async function isSound(page: Page, where: string) {
  await seriousFlaws(page, where);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}
