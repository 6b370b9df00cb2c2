import { expect, test, type Page, type Request } from '@playwright/test';
import { paid, registered, reserved } from '../../parts/a-buyer';
import { PLAIN_SHOP, SHOP } from '../../addresses';

/** A browser opens six connections to a host over HTTP/1.1. */
const PAGES = 8;

for (const [where, origin] of [
  ['on this machine', SHOP],
  ['over plain http, where there are no locks', PLAIN_SHOP],
] as const)
  test(
    `eight open pages share one stream ${where}: each goes on working, and each hears of a sale`,
    { tag: '@wide' },
    async ({ browser, playwright }) => {
      const visiting = await browser.newContext();
      // The requests of a page that was closed end without a word.
      const streams = new Map<Request, Page>();
      const open = () => [...streams.values()].filter((page) => !page.isClosed()).length;
      let most = 0;
      const counted = async () => {
        const page = await visiting.newPage();
        page.on('request', (request) => {
          if (request.url().endsWith('/api/products/events')) streams.set(request, page);
          most = Math.max(most, open());
        });
        page.on('requestfailed', (request) => streams.delete(request));
        page.on('requestfinished', (request) => streams.delete(request));
        return page;
      };

      const buying = await playwright.request.newContext({ baseURL: SHOP });
      const buyer = await registered(buying, `many.${Date.now()}@example.com`);
      const { paypalOrder, track } = await reserved(buying, buyer);
      const pages = await Promise.all(Array.from({ length: PAGES }, counted));
      for (const page of pages) {
        await page.goto(`${origin}/track/${track.id}`);
        await expect(page.getByRole('heading', { level: 1, name: track.name })).toBeVisible();
      }
      expect(await pages[0]!.evaluate(() => window.isSecureContext)).toBe(origin === SHOP);
      await expect.poll(open).toBe(1);
      // each page would have begun its own stream by now
      await pages[0]!.waitForTimeout(5_000);
      for (const page of pages)
        expect(await page.evaluate(async () => (await fetch('/api/config', { cache: 'no-store' })).status)).toBe(200);

      await paid(buying, buyer, paypalOrder);
      for (const page of pages) await expect(page.getByText('SOLD', { exact: true })).toBeVisible();

      // whichever has the stream: the others go on without it
      await Promise.all(pages.slice(0, -1).map((page) => page.close()));
      await expect.poll(open).toBe(1);
      expect(most).toBeLessThanOrEqual(2);
      await visiting.close();
      await buying.dispose();
    },
  );
