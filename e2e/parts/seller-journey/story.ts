import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test';
import { SHOP } from '../../addresses';
import { openAsAdmin } from '../an-admin';

/** Who and what the story of one seller is about. */
export type Story = {
  browser: Browser;
  request: APIRequestContext;
  /** The seller's page. */
  page: Page;
  /** The admin's page. */
  office: Page;
  /** In every name, so that nobody else's is meant. */
  stamp: string;
  email: string;
  store: string;
  /** What is sent, sold, and not yet due. */
  track: string;
  /** What was paid for long ago. */
  older: string;
  coupon: string;
};

export function aStory(scene: Pick<Story, 'browser' | 'request' | 'page' | 'office'>, width: string): Story {
  const stamp = `${width} ${Date.now()}`;
  return {
    ...scene,
    stamp,
    email: `nora.${stamp.replace(' ', '.')}@example.com`,
    store: `Night Freight ${stamp}`,
    track: `Harbour ${stamp}`,
    older: `Dry Dock ${stamp}`,
    coupon: `SALE${Date.now()}`,
  };
}

/** An admin who is logged in by the token alone: it opens everything to them, documents too. */
export async function openOffice(browser: Browser, page: Page): Promise<Page> {
  const office = await (await browser.newContext({ baseURL: SHOP, viewport: page.viewportSize() })).newPage();
  await openAsAdmin(office);
  return office;
}

export const dashboard = (page: Page) => page.goto('/account?tab=seller');
export const toast = (page: Page, text: string) => page.locator('.Toastify__toast').filter({ hasText: text });
export const row = (office: Page, name: string) => office.getByRole('row').filter({ hasText: name });
export const widthOf = (image: Locator) => image.evaluate((element: HTMLImageElement) => element.naturalWidth);
/** A line of the seller's earnings. */
export const line = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Earnings' }).getByRole('listitem').filter({ hasText: name });

/** The id of the store that is logged in on a page. */
export async function sellerOf(page: Page): Promise<number> {
  const userId = (await page.context().cookies()).find(({ name }) => name === 'userId')!.value;
  const { data } = (await (await page.request.get(`/api/sellers/user/${userId}`)).json()) as { data: { id: number } };
  return data.id;
}
