import { expect, type Page } from '@playwright/test';

/**
 * Waits until the app takes clicks. Before that, the links of a page that the server rendered load pages anew, and clicks on its
 * buttons are kept.
 */
export const expectAlive = (page: Page) => expect(page.locator('#root[data-alive]')).toHaveCount(1);
