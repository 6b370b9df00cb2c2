import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import type { DashboardView } from '@shop/contracts/views';
import { bought, registered } from '../../parts/a-buyer';
import { SHOP } from '../../addresses';
import { ADMIN, adminToken, logInAsAdmin, openAsAdmin, PANEL } from '../../parts/an-admin';
import { settled } from '../../parts/settled';

async function figures(request: APIRequestContext): Promise<DashboardView> {
  const headers = { authorization: `Bearer ${await adminToken()}` };
  const answer = await request.get('/api/admin/dashboard', { headers });
  return (await answer.json()) as DashboardView;
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('an administrator sees what was just sold, changes something, and finds it in the audit log', async ({ page, playwright }, {
  project,
}) => {
  const visitor = await playwright.request.newContext({ baseURL: SHOP });
  const before = await figures(visitor);
  expect(before.unavailable).toEqual([]);
  const session = await playwright.request.newContext({ baseURL: SHOP });
  const buyer = await registered(session, `dashboard-${project.name}-${Date.now()}@example.com`);
  const { orderId } = await bought(session, buyer);

  await logInAsAdmin(page);
  const total = (name: string) => page.locator('dl > div').filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(total('Orders')).toContainText(`${before.totalOrders! + 1}`);
  await expect(total('Users')).toContainText(`${before.totalUsers! + 1}`);
  await expect(total('Products')).toContainText(`${before.totalProducts!}`);
  const orders = page.getByRole('region', { name: 'Recent orders' });
  await expect(orders.getByRole('link', { name: `Order #${orderId}` })).toBeVisible();
  await expect(orders.getByRole('listitem').first()).toContainText('Paid');
  await expect(page.getByRole('region', { name: 'Recent users' }).getByText(buyer.email)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent activities' }).getByText(`#${orderId}`)).toBeVisible();
  await expect(page.getByRole('img', { name: /Revenue and orders per day/ })).toBeVisible();
  await page.getByRole('button', { name: '90 days' }).click();
  await expect(page).toHaveURL(/days=90/);
  await page.reload();
  await expect(page.getByRole('button', { name: '90 days' })).toHaveAttribute('aria-current', 'true');
  expect(await widthOf(page)).toBe(0);

  await page.goto(`${PANEL}/announcements`);
  const toggle = page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^(Active|Inactive)$/ });
  const wasActive = (await toggle.textContent()) === 'Active';
  await toggle.click();
  await expect(toggle).toHaveText(wasActive ? 'Inactive' : 'Active');
  // visitors find it as they left it
  await toggle.click();
  await expect(toggle).toHaveText(wasActive ? 'Active' : 'Inactive');

  await page.goto(`${PANEL}/audit-log?subject=announcement`);
  const entry = page.getByRole('row').filter({ hasText: 'Announcement' }).first();
  // the news of it travels as an event
  await expect(async () => {
    const read = page.waitForResponse(/\/api\/audit-log\?/);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await read;
    await settled(page);
    const [said] = await entry.allInnerTexts();
    expect(said).toContain(ADMIN.email);
    expect(said).toContain('is_active');
  }).toPass();
  await entry.locator('summary').click();
  await expect(entry.getByRole('row', { name: `is_active ${!wasActive} ${wasActive}` })).toBeVisible();
  expect(await widthOf(page)).toBe(0);

  await page.goto(`${PANEL}/audit-log`);
  await page.getByRole('combobox', { name: 'What' }).selectOption({ label: 'Admin logged in' });
  await expect(page).toHaveURL(/action=admin\.logged-in/);
  await expect(page.getByRole('row').filter({ hasText: ADMIN.email }).first()).toBeVisible();
  await Promise.all([visitor.dispose(), session.dispose()]);
});

test('one service down: the dashboard says which and shows the rest', async ({ page }) => {
  await page.route('**/api/admin/dashboard*', async (route) => {
    const answer = await route.fetch();
    const known = (await answer.json()) as DashboardView;
    await route.fulfill({
      json: {
        ...known,
        unavailable: ['sellers'],
        totalSellers: null,
        openWork: { ...known.openWork, pendingVerifications: null },
      },
    });
  });
  await openAsAdmin(page);
  await expect(page.getByRole('alert')).toContainText('Stores did not answer');
  await expect(page.getByText('did not answer', { exact: true })).toHaveCount(1);
  expect(await widthOf(page)).toBe(0);
});
