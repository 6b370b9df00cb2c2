import { expect, type Page } from '@playwright/test';

/**
 * Waits until a page that the server rendered is hydrated. Before that its links load pages anew, and clicks on its buttons are
 * kept.
 */
export const expectAlive = (page: Page, timeout = 30_000) =>
  expect(page.locator('#root[data-alive]')).toHaveCount(1, { timeout });
