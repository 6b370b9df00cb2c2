import { expect, type Page } from '@playwright/test';
import { expectReadableControls } from './contrast';
import { seriousFlaws } from './flaws';

/** The most that a page may jump while it loads (Core Web Vitals' "good"). */
const MOST_SHIFT = 0.1;

/** Opens the page: it loads without jumping, fits the screen's width, and is within everybody's reach. */
export async function expectGoodPage(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForTimeout(400); // what fades in has faded
  await seriousFlaws(page, path);
  const { shift, over } = await page.evaluate(async () => ({
    shift: await new Promise<number>((resolve) => {
      let total = 0;
      // buffered: everything since the page was opened
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) total += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(total), 50);
    }),
    over: document.documentElement.scrollWidth - window.innerWidth,
  }));
  expect(shift, `layout shift of ${path}`).toBeLessThan(MOST_SHIFT);
  await expectReadableControls(page, path);
  expect(over, `what ${path} is wider than the screen`).toBeLessThanOrEqual(0);
}
