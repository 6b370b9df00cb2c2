import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';
import { settled } from './settled';

/** The small form of axe: its package for Playwright sends the page the large one, twice for each look. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Expects that axe finds no serious or critical flaw of accessibility, once the page has loaded. */
export async function seriousFlaws(page: Page, where: string) {
  // a list is dimmed while it loads; its contrast counts only afterwards
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await seriousFlawsAsItIs(page, where);
}

/**
 * The same for a page that is still loading on purpose. A list that is dimmed meanwhile is left out. `within` is a selector of the
 * only part to look at, for a page of which the rest was looked at before.
 */
export async function seriousFlawsAsItIs(page: Page, where: string, within = 'html') {
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const serious = await page.evaluate(async (include) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    const { violations } = await axe.run(
      { include, exclude: 'table[aria-busy="true"]' },
      // no page shows a frame; what `region` finds is moderate, and it takes a fourth of the time
      { resultTypes: ['violations'], iframes: false, rules: { region: { enabled: false } } },
    );
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, within);
  expect(serious, `axe on ${where}`).toEqual([]);
}

/** Expects one `main`, whose headings begin with `h1` and skip no level: axe calls that a moderate flaw. */
export async function expectOutline(page: Page, where: string) {
  const levels = await page
    .locator('main :is(h1, h2, h3, h4, h5, h6)')
    .evaluateAll((headings) => headings.filter((one) => one.checkVisibility()).map(({ tagName }) => Number(tagName[1])));
  const skips = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
  expect({ mains: await page.locator('main').count(), skips }, `headings of ${where}: ${levels.join(', ')}`).toEqual({
    mains: 1,
    skips: [],
  });
}

/** Expects no serious flaw of accessibility and no sideways scrolling. */
export async function isSound(page: Page, where: string) {
  await seriousFlaws(page, where);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}
