import type { Page } from '@playwright/test';

/**
 * How far things have moved in sight since the page was opened, as browsers count it. `withInput` counts also what moved just after
 * an input.
 */
export const layoutShift = (page: Page, { withInput = false } = {}) =>
  page.evaluate((all) => {
    const observer = new PerformanceObserver(() => {});
    // buffered: what came before is in the records at once
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as unknown as { value: number; hadRecentInput: boolean }[];
    observer.disconnect();
    return shifts.filter(({ hadRecentInput }) => all || !hadRecentInput).reduce((sum, { value }) => sum + value, 0);
  }, withInput);
