import { test, type Page } from '@playwright/test';

/**
 * One page for the tests of a group that only open addresses and look at them: a browser context for each takes longer than the
 * look. Each test finds it without cookies, storage and cache, as a stranger does. `prepare` is done once.
 * @returns the page, for tests to ask for
 */
export function keptPage(prepare: (page: Page) => Promise<unknown> = () => Promise.resolve()): () => Page {
  let page: Page;
  let forget: () => Promise<void>;
  test.beforeAll(async ({ browser }, { project }) => {
    const { viewport, hasTouch, baseURL } = project.use;
    page = await browser.newPage({ viewport, hasTouch, baseURL });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await prepare(page);
    forget = async () => {
      await page.context().clearCookies();
      if (!page.url().startsWith('http')) return;
      const { origin } = new URL(page.url());
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('about:blank');
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
    };
  });
  test.beforeEach(() => forget());
  test.afterAll(() => page.close());
  return () => page;
}
