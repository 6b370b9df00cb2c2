import { test, type Browser, type Page } from '@playwright/test';

/**
 * A page for tests that only open addresses and look at them, one after another: a browser context for each takes longer than the
 * look. → opens it anew for each test: without cookies, storage and cache, so as a stranger has it
 */
export async function keptPage(browser: Browser): Promise<{ page: Page; forget: () => Promise<void> }> {
  const { viewport, hasTouch, baseURL } = test.info().project.use;
  const page = await browser.newPage({ viewport, hasTouch, baseURL });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  return {
    page,
    async forget() {
      await page.context().clearCookies();
      if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear());
      await page.goto('about:blank');
      await session.send('Storage.clearDataForOrigin', { origin: baseURL!, storageTypes: 'local_storage' });
    },
  };
}
