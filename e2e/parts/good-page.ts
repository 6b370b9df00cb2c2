import { expect, type Page } from '@playwright/test';
import { expectComfort } from './comfort';
import { expectReadableControls } from './contrast';
import { expectOutline, seriousFlaws } from './flaws';
import { expectLargeFields, expectRoom, TIGHTEST } from './layout';
import { layoutShift } from './layout-shift';

/** The largest layout shift while a page loads that Core Web Vitals call good. */
const MOST_SHIFT = 0.1;

/**
 * Opens a page and expects that its parts do not move while it loads, that it does nothing that its content security policy
 * forbids, that it fits the screen, also a small or zoomed one and those between a phone and a desk, that no phone zooms into its
 * fields, that its headings are in order, and that it has no serious flaw of accessibility.
 * `asksToLogIn`: the login dialog opens over the page by itself.
 */
export async function expectGoodPage(page: Page, path: string, { asksToLogIn = false } = {}) {
  await page.goto(path);
  await expect(page.locator('h1').first()).toBeVisible();
  if (asksToLogIn) await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  await seriousFlaws(page, path);
  await expectOutline(page, path);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await layoutShift(page), `layout shift of ${path}`).toBeLessThan(MOST_SHIFT);
  expect(await keptOut(page), `what the policy kept out of ${path}`).toEqual([]);
  await expectReadableControls(page, path);
  expect(over, `what ${path} is wider than the screen`).toBeLessThanOrEqual(0);
  // these checks set the widths they need, so the wide project alone runs them
  if (page.viewportSize()!.width > 1000) {
    await expectComfort(page, path);
    await expectRoom(page, path, TIGHTEST);
  } else await expectLargeFields(page, path);
}

/** What the browser has refused on this page so far because of its policy, Trusted Types included. */
const keptOut = (page: Page) =>
  page.evaluate(() => {
    const observer = new ReportingObserver(() => {}, { types: ['csp-violation'], buffered: true });
    // buffered: what came before is in the records at once
    observer.observe();
    const reports = observer.takeRecords() as unknown as { body: object | null }[];
    observer.disconnect();
    return reports.map(({ body }) => JSON.stringify(body));
  });
