import { expect, type Page } from '@playwright/test';

/** Waits until a page that the server rendered is hydrated: before that, its links are links, and its buttons wait. */
export const expectAlive = (page: Page, timeout = 30_000) =>
  expect(page.locator('#root[data-alive]')).toHaveCount(1, { timeout });
